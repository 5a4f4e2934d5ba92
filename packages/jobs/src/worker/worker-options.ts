import type { RenderError, ParseOptions } from '@tintype/contract';
import type { Plans, Store, StoredRequest, Account, RequestClaim } from '@tintype/store';
import type { Job, Outcome } from '../execute/job.ts';
import type { Settle } from '../finish/create-finish.ts';

export interface QueuedEnd {
  request: Pick<StoredRequest, 'id' | 'accountId' | 'kind' | 'taskId' | 'attempts' | 'traceparent'>;
  outcome: 'succeeded' | RenderError;
  /** Origin of the page, where it has one. */
  page: string | undefined;
  /** From when it was queued on, in milliseconds. */
  durationMs: number;
}

export interface WorkerOptions {
  store: Pick<Store, 'accounts' | 'requests' | 'capacity'>;
  plans: Plans;
  /** `Jobs.execute`. A cache hit is not charged. */
  execute(job: Job): Promise<Pick<Outcome, 'result' | 'outputs' | 'hits' | 'cache'>>;
  /** `Jobs.endBatches`. Default: there are no batches. */
  endBatches?(): Promise<void>;
  /** `Jobs.settle`. */
  settle: Settle;
  /**
   * Concurrent renders: an integer from 1. Twice as many jobs are claimed ahead, at most one per
   * account.
   */
  concurrency: number;
  /** Unix milliseconds. The clock that the store was made with. */
  now: () => number;
  /**
   * For browsers elsewhere: while it returns false nothing is claimed; a missing browser is no
   * attempt, for a day.
   */
  mayRender?(): boolean;
  /** The operator's limits for requests. */
  rules?: ParseOptions;
  /** Told how each job ended, when that is written. */
  onEnd?(end: QueuedEnd): void;
  /** Told what goes wrong in the background. */
  onWarning?(message: string, cause?: unknown): void;
  /** Time a job stays claimed after the last heartbeat, in milliseconds. Default 30,000. */
  leaseMs?: number;
  /** Interval of looking for changes by other processes in ms. Default 1,000. */
  pollMs?: number;
  /** Pauses before the second attempt, the third and so on, in ms. Default 2,000 and 10,000. */
  retryDelaysMs?: readonly number[];
  /**
   * Time an unstorable result is held in memory, in ms, before its job is queued again. Default
   * 120,000.
   */
  holdMs?: number;
  /**
   * Time kinds, and requests with parameters, unknown here are left to other workers, in ms.
   * Default 60,000.
   */
  leftOutMs?: number;
}

export type WorkerParts = WorkerOptions &
  Required<Pick<WorkerOptions, 'leaseMs' | 'retryDelaysMs' | 'holdMs' | 'leftOutMs'>>;

/** A claimed job, and whose it is. */
export interface ClaimedWork {
  claim: RequestClaim;
  account: Account | undefined;
  onSlot: () => void;
  /** Its result cannot be kept at the moment. */
  onHeld: () => void;
  /** Its kind is not known here, and it was left to others. */
  onUnknownKind: (kind: string) => void;
}
