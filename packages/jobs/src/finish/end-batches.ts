import type { Batch, NewDelivery, Store } from '@tintype/store';

/** Writes the webhook of a batch that ended; undefined when it has none. */
export type BatchDeliveryFor = (batch: Batch) => NewDelivery | undefined;

export interface EndBatchesParts {
  store: Pick<Store, 'batches'>;
  batchDeliveryFor: BatchDeliveryFor;
  wakeDeliverer(): void;
}

/** So many are ended with one look. */
const atOnce = 10;

/** Writes the ends of finished batches, whichever process ran their last request. */
export function createEndBatches({
  store,
  batchDeliveryFor,
  wakeDeliverer,
}: EndBatchesParts): () => Promise<void> {
  return async () => {
    for (const batch of await store.batches.ended(atOnce)) {
      const delivery = batchDeliveryFor(batch);
      if ((await store.batches.finish(batch.id, delivery)) && delivery) wakeDeliverer();
    }
  };
}
