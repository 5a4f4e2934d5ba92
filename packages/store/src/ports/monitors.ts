import type { checkOutcomes } from '@tintype/contract/wire';
import type { NewDelivery } from './outbox.ts';
import type { Task } from './tasks.ts';

export type CheckOutcome = (typeof checkOutcomes)[number];

/** The state of a monitor. */
export interface StoredMonitor {
  /** JSON of the scheduler; undefined after a reset, and if it cannot be decrypted. */
  state: string | undefined;
  /** Grows with every change and reset. */
  version: number;
}

/** A run of a monitor, compared. */
export interface StoredCheck {
  requestId: string;
  taskId: number;
  createdAt: number;
  /** As in `CheckClaim`. */
  key: string | undefined;
  outcome: CheckOutcome;
  /** JSON of the scheduler; undefined if it cannot be decrypted. */
  content: string | undefined;
}

/** The right to check a finished run. */
export interface CheckClaim {
  requestId: string;
  taskId: number;
  accountId: string;
  /** A hash of what the run rendered; undefined if it was refused before it was read. */
  key: string | undefined;
  /** Number of claims; only the newest ends the check. */
  token: number;
}

/** Files that stay, by their names, for at least `forMs` from now. */
export interface HeldFiles {
  names: readonly string[];
  forMs: number;
}

/** End of a check, and what follows from it. */
export interface CheckEnd {
  /** The task that it was made for. */
  task: Pick<Task, 'kind' | 'query' | 'watch'>;
  outcome: CheckOutcome;
  content: string;
  files: HeldFiles;
  /** State of the monitor afterwards, and the version that it was derived from; 0 for none. */
  monitor: { state: string; version: number; files: HeldFiles };
  deliveries: readonly NewDelivery[];
  /** Moves the next run of the task to now. */
  runsAgain: boolean;
  /** Number of checks that stay. */
  keep: number;
}

/** `lost`: another process has it, or the task is gone. `changed`: monitor or task are others now. */
export type CheckWritten = 'written' | 'lost' | 'changed';

export interface ChecksPage {
  limit: number;
  /** Only those older than this one. */
  after?: Pick<StoredCheck, 'createdAt'> & { id: string };
}

/** Monitors: tasks with `watch`. Each of their runs gets a check, in order. */
export interface Monitors {
  /** Undefined before the first check. */
  get(taskId: number): Promise<StoredMonitor | undefined>;
  /**
   * Claims the earliest check of a task whose run has finished; accounts take turns. Two checks of
   * one account are never claimed at the same time.
   */
  claim(leaseMs: number): Promise<CheckClaim | undefined>;
  /** Check, state, files and deliveries in one transaction. */
  finish(claim: CheckClaim, end: CheckEnd): Promise<CheckWritten>;
  /** Removes a check that has no meaning any more. */
  drop(claim: CheckClaim): Promise<void>;
  /** Returns it to be claimed again, at `notBeforeAt` or now. */
  putBack(claim: CheckClaim, notBeforeAt?: number): Promise<void>;
  /** Changes the state; false if it is another version now. */
  update(taskId: number, monitor: CheckEnd['monitor']): Promise<boolean>;
  /** Forgets the state; checks stay, and the version grows. False if there was none. */
  reset(taskId: number): Promise<boolean>;
  /** Finished checks, newest first. */
  checks(taskId: number, page: ChecksPage): Promise<StoredCheck[]>;
  check(taskId: number, requestId: string): Promise<StoredCheck | undefined>;
}
