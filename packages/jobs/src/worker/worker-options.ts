import type { RenderError, ParseOptions } from '@tintype/contract';
import type { Plans, Store, StoredRequest } from '@tintype/store';
import type { Job, Outcome } from '../execute/job.ts';
import type { Settle } from '../finish/create-finish.ts';

/** The end of a queued job. */
export interface QueuedEnd {
  request: Pick<StoredRequest, 'id' | 'accountId' | 'kind' | 'taskId' | 'attempts' | 'traceparent'>;
  outcome: 'succeeded' | RenderError;
  /** Origin of the page, where it has one. */
  page: string | undefined;
  /** From when it was queued on, in milliseconds. */
  durationMs: number;
}

/** Options of {@link createWorker}. */
export interface WorkerOptions {
  store: Pick<Store, 'accounts' | 'requests' | 'capacity'>;
  plans: Plans;
  /**
   * `Jobs.execute`, the same as for answers at once. A hit of the cache counts against no quota.
   */
  execute(job: Job): Promise<Pick<Outcome, 'result' | 'outputs' | 'hits' | 'cache'>>;
  /** `Jobs.endBatches`. Default: there are no batches. */
  endBatches?(): Promise<void>;
  /** `Jobs.settle`. */
  settle: Settle;
  /**
   * How many renders run at the same time: an integer from 1. `execute` sees to that. Twice as many
   * jobs are claimed and wait for their slot, at most one of each account, and twice as many
   * screencasts.
   */
  concurrency: number;
  /** Unix milliseconds. The clock that the store was made with. */
  now: () => number;
  /**
   * Present if browsers run elsewhere: returns whether one of them may provide a page. While none
   * may, nothing is claimed; a missing browser counts as no attempt, for a day.
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
  /**
   * How often the store is asked for what another process has changed, in milliseconds. Default
   * 1,000.
   */
  pollMs?: number;
  /**
   * How long it waits before the second attempt, the third and so on, in milliseconds. There is one
   * attempt more than there are waits. Default 2,000 and 10,000.
   */
  retryDelaysMs?: readonly number[];
  /**
   * How long a result is held in memory while it cannot be kept, in milliseconds; then its job goes
   * back into the queue. As many are held as renders run at the same time, and those that were
   * claimed already. Default 120,000.
   */
  holdMs?: number;
  /**
   * How long what is not known here is left to others, in milliseconds: a kind is left out of what
   * is claimed, a request with other parameters, or with outputs of other kinds, is put back for so
   * long. Then it is looked whether a day has passed. Default 60,000.
   */
  leftOutMs?: number;
}
