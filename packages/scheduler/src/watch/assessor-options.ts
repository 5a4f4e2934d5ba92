import type { ParseOptions } from '@tintype/contract';
import type { MonitorEvent } from '@tintype/contract/wire';
import type { NewDelivery, Store, Task } from '@tintype/store';
import type { Assessment } from './assessment.ts';
import type { MonitorRequest, MonitorTask } from './monitor-request.ts';

/** A check that was written. */
export interface CheckReport {
  taskId: number;
  accountId: string;
  requestId: string;
  outcome: Assessment['outcome'];
  events: readonly MonitorEvent['event'][];
  durationMs: number;
}

/** An event, and where it is to be sent. */
export interface MonitorNotice {
  event: MonitorEvent;
  task: Task & MonitorTask;
  requestId: string;
  webhook: MonitorRequest['webhook'];
}

export interface AssessorOptions extends ParseOptions {
  store: Pick<
    Store,
    'accounts' | 'tasks' | 'monitors' | 'requests' | 'files' | 'fileBytes' | 'now'
  >;
  /** Writes the webhook and the notifications of an event. */
  deliveriesFor(notice: MonitorNotice): readonly NewDelivery[];
  wakeScheduler(): void;
  wakeDeliverer(): void;
  onCheck?(report: CheckReport): void;
  onWarning?(message: string, cause?: unknown): void;
  /** Interval of looking for runs that finished, in ms. Default 1,000. */
  pollMs?: number;
  /** Maximum time of a check, in ms: then it has failed. Default 120,000. */
  deadlineMs?: number;
  /** Maximum concurrent checks, each of another account. Default 2. */
  concurrency?: number;
}
