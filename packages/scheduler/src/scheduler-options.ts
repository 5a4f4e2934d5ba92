import type { ErrorCode, KindName, KindSet } from '@tintype/contract';
import type { SubmitRun } from '@tintype/jobs';
import type { Store } from '@tintype/store';

/** Outcome of an occurrence of a task. */
export interface RunReport {
  taskId: number;
  accountId: string;
  kind: KindName;
  /** The occurrence: a time of the task's calendar, in Unix milliseconds. */
  scheduledFor: number;
  /**
   * `queued`; `refused`: it failed before it started; `overlap`: skipped, as the previous run has
   * not ended; `missed`: skipped, as no scheduler was running.
   */
  outcome: 'queued' | 'refused' | 'overlap' | 'missed';
  /** The run, where there is one. */
  requestId?: string;
  /** Why it was refused. */
  code?: ErrorCode;
}

/** Options of {@link createScheduler}. */
export interface SchedulerOptions {
  store: Pick<Store, 'tasks' | 'monitors'>;
  /** `Jobs.submitRun`: says whether a run is queued, refused or left out. */
  submitRun: SubmitRun;
  /** Unix milliseconds. The one that the store was made with. */
  now: () => number;
  /** Lets `webhook_url` be plain http. */
  allowHttpWebhook?: boolean;
  /** Maximum `timeout`, in seconds. */
  maxTimeoutS?: number;
  /** Maximum `duration` of a video, in seconds. */
  maxDurationS?: number;
  /** The kinds that tasks can be of. Default: Tintype's own. */
  kinds?: KindSet;
  /** Told what became of each occurrence. */
  onRun?(report: RunReport): void;
  /** Told what goes wrong in the background. */
  onWarning?(message: string, cause?: unknown): void;
  /** Interval of polling the store for changes of other processes, in ms. Default 1,000. */
  pollMs?: number;
}
