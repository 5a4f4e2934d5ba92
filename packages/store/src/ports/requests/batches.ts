import type { ErrorBody } from '@tintype/contract';
import type { AccountBounds } from '../accounts/capacity.ts';
import type { IdempotentRequest, KeptAnswer } from './idempotency.ts';
import type { NewDelivery } from '../outbox.ts';
import type { NewRequest, NotQueued } from './requests.ts';

/** Requests that were submitted together; their end is reported once. */
export interface NewBatch extends Pick<NewRequest, 'id' | 'accountId' | 'baseUrl' | 'webhook'> {}

/** Progress of a batch. Until it ends, requests that were swept are not counted. */
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
   * Queues all requests and reserves their quota in one transaction, or none. Undefined quota or
   * limit: unlimited.
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
  /** Returns finished batches without a written end, from the next hundred open ones. */
  ended(limit: number): Promise<Batch[]>;
  /** Writes the end of a batch with its webhook. False: already written, or not finished. */
  finish(id: string, delivery?: NewDelivery): Promise<boolean>;
}
