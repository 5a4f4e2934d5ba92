import type { WebhookBatch } from '@tintype/contract/wire';
import type { Batch, NewDelivery } from '@tintype/store';

/** The webhook of a batch, for the outbox; undefined when it asked for none. */
export function batchDeliveryFor(batch: Batch): NewDelivery | undefined {
  const { id, accountId, baseUrl, webhook, total, succeeded, failed, createdAt } = batch;
  if (webhook === undefined) return undefined;
  const body: WebhookBatch = {
    id,
    total,
    succeeded,
    failed,
    created: Math.floor(createdAt / 1000),
    requests: `${baseUrl}/v1/requests?batch=${id}`,
  };
  return { accountId, requestId: id, ...webhook, body: JSON.stringify(body) };
}
