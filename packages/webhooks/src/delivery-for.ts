import { RenderError, type ErrorBody } from '@tintype/contract';
import type { NewDelivery, NewRequest, OutputOf, StoredFile } from '@tintype/store';

/** Outcome of a request: a file, several, or an error. Timestamps are Unix milliseconds. */
export interface Outcome {
  file?: ResultFile | undefined;
  outputs?: readonly OutputOf<ResultFile>[] | undefined;
  error?: ErrorBody | undefined;
  createdAt: number;
}

type ResultFile = Pick<StoredFile, 'name' | 'extension' | 'expiresAt'>;

/** The webhook for a result: its URL, and its expiry. Timestamps are Unix seconds. */
export interface SuccessBody {
  id: string;
  file: string;
  expires: number;
  created: number;
}

/** One of several files of a load, or why there is none. */
export type OutputBody = { name: string; kind: string } & (
  | Pick<SuccessBody, 'file' | 'expires'>
  | Pick<FailureBody, 'error'>
);

/** The webhook for several files of one load. */
export interface OutputsBody {
  id: string;
  outputs: OutputBody[];
  created: number;
}

/** The webhook for a failure. */
export interface FailureBody {
  id: string;
  created: number;
  error: Pick<ErrorBody, 'statusCode' | 'error' | 'message'>;
}

type Origin = Pick<NewRequest, 'id' | 'baseUrl'>;

function placeOf({ baseUrl }: Pick<Origin, 'baseUrl'>, file: ResultFile) {
  return {
    file: `${baseUrl}/v1/files/${file.name}.${file.extension}`,
    expires: toSeconds(file.expiresAt),
  };
}

/** Body for a request that succeeded: exactly four fields. */
export function successBody(
  request: Origin,
  { file, createdAt }: { file: ResultFile; createdAt: number },
): SuccessBody {
  return { id: request.id, ...placeOf(request, file), created: toSeconds(createdAt) };
}

/** Body if at least one of several files succeeded. */
export function outputsBody(
  request: Origin,
  { outputs, createdAt }: { outputs: readonly OutputOf<ResultFile>[]; createdAt: number },
): OutputsBody {
  const told = outputs.map(({ name, kind, file, error }): OutputBody => {
    if (file) return { name, kind, ...placeOf(request, file) };
    return { name, kind, error: errorOf(error ?? new RenderError('internal').toBody()) };
  });
  return { id: request.id, outputs: told, created: toSeconds(createdAt) };
}

export function failureBody(
  { id }: Pick<NewRequest, 'id'>,
  { error, createdAt }: { error: ErrorBody; createdAt: number },
): FailureBody {
  return { id, created: toSeconds(createdAt), error: errorOf(error) };
}

function errorOf({ statusCode, error, message }: ErrorBody): FailureBody['error'] {
  return { statusCode, error, message };
}

function bodyOf(
  request: Origin,
  { file, outputs, error, createdAt }: Outcome,
): SuccessBody | OutputsBody | FailureBody {
  if (file) return successBody(request, { file, createdAt });
  if (outputs) return outputsBody(request, { outputs, createdAt });
  return failureBody(request, { error: error ?? new RenderError('internal').toBody(), createdAt });
}

/**
 * The webhook of a request that ended, for the outbox; undefined when it asked for none.
 * @example
 * await store.requests.succeed(
 *   claim,
 *   success,
 *   deliveryFor(claim.request, { file, createdAt: claim.request.createdAt }),
 * );
 */
export function deliveryFor(request: NewRequest, outcome: Outcome): NewDelivery | undefined {
  const { id: requestId, accountId, webhook } = request;
  if (webhook === undefined) return undefined;
  const body = bodyOf(request, outcome);
  const maxAttempts = outcome.error ? maxAttemptsOf(outcome.error) : undefined;
  return {
    accountId,
    requestId,
    ...webhook,
    body: JSON.stringify(body),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  };
}

/** Free requests must not cause many requests to a server that never agreed to them. */
const bounds = { refused: 1, uncharged: 3 } as const;

/** Maximum deliveries of a failure; undefined for the usual number. */
function maxAttemptsOf({ statusCode, code }: ErrorBody): number | undefined {
  if (statusCode >= 500 || new RenderError(code).charged) return undefined;
  return statusCode === 422 ? bounds.uncharged : bounds.refused;
}

function toSeconds(instant: number): number {
  return Math.floor(instant / 1000);
}
