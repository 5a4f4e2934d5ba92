import type { ErrorBody, ErrorCode, KindName } from '@tintype/contract';
import type { NewDelivery, NewRequest, Plans, Store } from '@tintype/store';

/** What became of a slot of a task. */
export interface SlotFact {
  taskId: number;
  accountId: string;
  api: KindName;
  /** Unix milliseconds. */
  slot: number;
  /**
   * `fired`: its run waits to be rendered. `refused`: its run failed before it began. `overlap`: left out, as the run before has not
   * ended. `missed`: left out, as nobody was there.
   */
  outcome: 'fired' | 'refused' | 'overlap' | 'missed';
  /** The run, where there is one. */
  requestId?: string;
  /** Why it was refused. */
  code?: ErrorCode;
}

/** What {@link createScheduler} needs. */
export interface SchedulerOptions {
  store: Pick<Store, 'accounts' | 'tasks' | 'capacity'>;
  plans: Plans;
  /** Unix milliseconds. The one that the store was made with. */
  now: () => number;
  /** A run waits to be rendered: the worker looks at once. */
  wakeWorker(): void;
  /** A run failed before it began, and its callback waits: the deliverer looks at once. */
  wakeDeliverer(): void;
  /** The callback of a run that failed before it began; undefined when it has none. */
  deliveryFor(
    request: NewRequest,
    outcome: { error: ErrorBody; createdAt: number },
  ): NewDelivery | undefined;
  /** Lets `webhook_url` be plain http. */
  allowHttpWebhook?: boolean;
  /** The largest `timeout`, in seconds. */
  maxTimeoutS?: number;
  /** Told what became of each slot. */
  onSlot?(fact: SlotFact): void;
  /** Told what goes wrong in the background. */
  onWarning?(message: string, cause?: unknown): void;
  /** How often the store is asked for what another process has changed, in milliseconds. Default 1,000. */
  pollMs?: number;
}
