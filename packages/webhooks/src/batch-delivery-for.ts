import type { Batch, NewDelivery } from '@tintype/store';

/** The webhook of a batch that has ended. Timestamps are Unix seconds. */
export interface BatchBody {
  id: string;
  total: number;
  succeeded: number;
  failed: number;
  created: number;
  /** URL of the list of its requests, each with its file or error. */
  requests: string;
}

/** The webhook of a batch, for the outbox; undefined when it asked for none. */
export function batchDeliveryFor(batch: Batch): NewDelivery | undefined {
  const { id, accountId, baseUrl, webhook, total, succeeded, failed, createdAt } = batch;
  if (webhook === undefined) return undefined;
  const body: BatchBody = {
    id,
    total,
    succeeded,
    failed,
    created: Math.floor(createdAt / 1000),
    requests: `${baseUrl}/v1/requests?batch=${id}`,
  };
  return { accountId, requestId: id, ...webhook, body: JSON.stringify(body) };
}
