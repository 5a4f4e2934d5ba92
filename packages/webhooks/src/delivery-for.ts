import { RenderError, type ErrorBody } from '@tintype/contract';
import type { NewDelivery, NewRequest, StoredFile } from '@tintype/store';

/** What became of a request. Instants are Unix milliseconds. */
export type Outcome =
  | { file: Pick<StoredFile, 'name' | 'extension' | 'expiresAt'>; createdAt: number }
  | { error: ErrorBody; createdAt: number };

/** The webhook for a result: where it lies, and until when. Instants are Unix seconds. */
export interface SuccessBody {
  id: string;
  file: string;
  expires: number;
  created: number;
}

/** The webhook for a failure. */
export interface FailureBody {
  id: string;
  created: number;
  error: Pick<ErrorBody, 'statusCode' | 'error' | 'message'>;
}

/** What is sent when a request succeeded: exactly four fields. */
export function successBody(
  { id, baseUrl }: Pick<NewRequest, 'id' | 'baseUrl'>,
  { file, createdAt }: Extract<Outcome, { file: unknown }>,
): SuccessBody {
  return {
    id,
    file: `${baseUrl}/v1/files/${file.name}.${file.extension}`,
    expires: toSeconds(file.expiresAt),
    created: toSeconds(createdAt),
  };
}

/** What is sent when a request failed. */
export function failureBody(
  { id }: Pick<NewRequest, 'id'>,
  { error, createdAt }: Extract<Outcome, { error: unknown }>,
): FailureBody {
  const { statusCode, error: name, message } = error;
  return { id, created: toSeconds(createdAt), error: { statusCode, error: name, message } };
}

/**
 * The webhook of a request that ended, for the outbox; undefined when it asked for none.
 * @example
 * await store.requests.succeed(claim, success, deliveryFor(claim.request, { file, createdAt: claim.request.createdAt }));
 */
export function deliveryFor(request: NewRequest, outcome: Outcome): NewDelivery | undefined {
  const { id: requestId, accountId, webhook } = request;
  if (webhook === undefined) return undefined;
  const body = 'file' in outcome ? successBody(request, outcome) : failureBody(request, outcome);
  const maxAttempts = 'error' in outcome ? maxAttemptsOf(outcome.error) : undefined;
  return {
    accountId,
    requestId,
    ...webhook,
    body: JSON.stringify(body),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  };
}

/** What costs nothing to ask for must not become many requests to somebody who never asked for them. */
const bounds = { refused: 1, uncharged: 3 } as const;

/** How often a failure is told; undefined for as often as anything else. */
function maxAttemptsOf({ statusCode, code }: ErrorBody): number | undefined {
  if (statusCode >= 500 || new RenderError(code).charged) return undefined;
  return statusCode === 422 ? bounds.uncharged : bounds.refused;
}

function toSeconds(instant: number): number {
  return Math.floor(instant / 1000);
}
