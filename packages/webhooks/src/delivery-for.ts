import { RenderError, type ErrorBody } from '@tintype/contract';
import type {
  MonitorEvent,
  WebhookBatch,
  WebhookFailure,
  WebhookOutput,
  WebhookOutputs,
  WebhookSuccess,
} from '@tintype/contract/wire';
import type { Batch, NewDelivery, NewRequest, OutputOf, StoredFile } from '@tintype/store';

/** Outcome of a request: a file, several, or an error. Timestamps are Unix milliseconds. */
export interface Outcome {
  file?: ResultFile | undefined;
  outputs?: readonly OutputOf<ResultFile>[] | undefined;
  error?: ErrorBody | undefined;
  createdAt: number;
}

type ResultFile = Pick<StoredFile, 'name' | 'extension' | 'expiresAt'>;

type Origin = Pick<NewRequest, 'id' | 'baseUrl'>;

function placeOf({ baseUrl }: Pick<Origin, 'baseUrl'>, file: ResultFile) {
  return {
    file: `${baseUrl}/v1/files/${file.name}.${file.extension}`,
    expires: toSeconds(file.expiresAt),
  };
}

function errorOf(given: ErrorBody | undefined): WebhookFailure['error'] {
  const { statusCode, error, message } = given ?? new RenderError('internal').toBody();
  return { statusCode, error, message };
}

function bodyOf(
  request: Origin,
  { file, outputs, error, createdAt }: Outcome,
): WebhookSuccess | WebhookOutputs | WebhookFailure {
  const { id } = request;
  const created = toSeconds(createdAt);
  if (file) return { id, ...placeOf(request, file), created };
  if (outputs === undefined) return { id, created, error: errorOf(error) };
  const told = outputs.map((one): WebhookOutput => {
    const { name, kind } = one;
    return {
      name,
      kind,
      ...(one.file ? placeOf(request, one.file) : { error: errorOf(one.error) }),
    };
  });
  return { id, outputs: told, created };
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

/** The webhook of a batch, for the outbox; undefined when it asked for none. */
export function batchDeliveryFor(batch: Batch): NewDelivery | undefined {
  const { id, accountId, baseUrl, webhook, total, succeeded, failed, createdAt } = batch;
  if (webhook === undefined) return undefined;
  const body: WebhookBatch = {
    id,
    total,
    succeeded,
    failed,
    created: toSeconds(createdAt),
    requests: `${baseUrl}/v1/requests?batch=${id}`,
  };
  return { accountId, requestId: id, ...webhook, body: JSON.stringify(body) };
}

/** The webhook of a monitor, for the outbox; undefined when its task asked for none. */
export function monitorDeliveryFor(
  event: MonitorEvent,
  {
    accountId,
    requestId,
    webhook,
  }: Pick<NewDelivery, 'accountId' | 'requestId'> & {
    webhook: NewRequest['webhook'];
  },
): NewDelivery | undefined {
  if (webhook === undefined) return undefined;
  // One run can end failures and show a change.
  const part = event.event;
  return { accountId, requestId, part, ...webhook, body: JSON.stringify(event) };
}
