import type { ErrorBody } from '@tintype/contract';
import type { AccountBounds } from './capacity.ts';
import type { IdempotentRequest, KeptAnswer } from './idempotency.ts';
import type { NewDelivery } from './outbox.ts';
import type { NewRequest, NotQueued } from './requests.ts';

/** Requests that were submitted together; their end is reported once. */
export interface NewBatch extends Pick<NewRequest, 'id' | 'accountId' | 'baseUrl' | 'webhook'> {}

/**
 * How far a batch has come. Requests that were swept by then are counted no more, until it has
 * ended.
 */
export interface Batch extends NewBatch {
  /** Number of its requests. */
  total: number;
  queued: number;
  processing: number;
  succeeded: number;
  failed: number;
  createdAt: number;
  /** When the last of them had ended, and its webhook was written. */
  finishedAt?: number;
}

export interface Batches {
  /**
   * Keeps all requests to be done later, and reserves their renders of this month's quota, in one
   * transaction: all of them, or none. Undefined quota or bound: no limit. `repeat` is kept with
   * it, as `Idempotency.finish` does. `createdAt`: default now.
   */
  create(
    batch: NewBatch & { createdAt?: number },
    requests: readonly NewRequest[],
    quotaPerMonth: number | undefined,
    bounds?: AccountBounds,
    repeat?: { request: IdempotentRequest; kept: KeptAnswer },
  ): Promise<Batch | NotQueued>;
  /** Undefined when it is another account's, too. */
  getFor(accountId: string, id: string): Promise<Batch | undefined>;
  /** Ends what has not started with this error; it counts nothing. Undefined as in `getFor`. */
  cancel(accountId: string, id: string, error: ErrorBody): Promise<Batch | undefined>;
  /**
   * Those whose requests have all ended, and whose end was not written yet. Each call looks at the
   * next hundred that are open.
   */
  ended(limit: number): Promise<Batch[]>;
  /**
   * Writes the end of a batch with its webhook. False: nothing was written, as another process has,
   * or it has not ended.
   */
  finish(id: string, delivery?: NewDelivery): Promise<boolean>;
}
