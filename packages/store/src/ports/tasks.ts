import type { ErrorBody, Frequency, KindName } from '@tintype/contract';
import type { Watch } from '@tintype/contract/wire';
import type { NewDelivery } from './outbox.ts';
import type { AccountBounds } from './accounts/capacity.ts';
import type { NewRequest, NotQueued } from './requests/requests.ts';

/** Checked by the scheduler's rules before it comes here. */
export interface NewTask {
  accountId: string;
  name: string;
  kind: KindName;
  query: string;
  frequency: Frequency;
  crontab: string;
  timezone: string;
  enabled: boolean;
  /** When it runs next; undefined while it is not enabled. */
  nextRunAt?: number;
  /** Base of the URLs in the webhooks of its runs. */
  baseUrl: string;
  /** Present for a monitor. */
  watch?: Watch;
}

export interface Task extends NewTask {
  /** Random, below 2^53. */
  id: number;
  /**
   * The query or `watch` cannot be decrypted, and is empty here: the row was changed by another
   * program.
   */
  unreadable?: true;
  createdAt: number;
  lastRunAt?: number;
  runs: number;
}

/**
 * Fields that can be changed. `nextRunAt: null` takes it off the calendar. `watch: null` removes its
 * monitor.
 */
export type TaskChanges = Partial<Omit<NewTask, 'accountId' | 'nextRunAt' | 'watch'>> & {
  nextRunAt?: number | null;
  watch?: Watch | null;
};

/** One occurrence in a task's calendar, to become a request. */
export interface NewRun {
  taskId: number;
  /** The occurrence: what `nextRunAt` of the task was when the run was decided. */
  scheduledFor: number;
  /** The occurrence after it; undefined when there is none. */
  nextRunAt: number | undefined;
  request: NewRequest;
  /** As in `Requests.enqueue`. */
  quotaPerMonth?: number;
  bounds?: AccountBounds;
  /** Keeps the request as one that failed with this, and reserves nothing. */
  failure?: { error: ErrorBody; delivery?: NewDelivery };
  /** Of a monitor: its run is to be checked. `key`: a hash of what it renders, if that is known. */
  check?: { key: string | undefined };
}

/**
 * - `started`: the request is there, and the task has moved on to its next occurrence.
 * - `already`: nothing was done. The occurrence is not the task's next any more, or the task is
 *   gone or switched off.
 * - `overlap`: the run before has not ended. No request; the task has moved on.
 * - {@link NotQueued}: nothing was done. Start it again with a `failure` to make it visible.
 */
export type StartRunOutcome = 'started' | 'already' | 'overlap' | NotQueued;

export interface TaskPage {
  /** At most so many; fewer where their queries have more than 4 MiB together. */
  limit: number;
  /** Only those made after this one. */
  after?: Pick<Task, 'createdAt' | 'id'>;
}

export interface Tasks {
  /** Default `max`: unlimited. @throws RenderError `plan_required` if it has that many already */
  create(task: NewTask, max?: number): Promise<Task>;
  /** Of one account or all, oldest first; the first 100 by default. */
  list(accountId?: string, page?: TaskPage): Promise<Task[]>;
  /** Here and below: undefined (false) when it is another account's, too. */
  get(accountId: string, id: number): Promise<Task | undefined>;
  /** Finds a task of any account. */
  find(id: number): Promise<Task | undefined>;
  /** Returns undefined, and writes nothing, if the version is no longer `expected`. */
  update(
    accountId: string,
    id: number,
    changes: TaskChanges,
    expected?: Task,
  ): Promise<Task | undefined>;
  /** Its runs stay visible as requests. */
  remove(accountId: string, id: number): Promise<boolean>;
  /** Enabled tasks whose next occurrence is due; accounts are served in rotation. */
  due(limit: number): Promise<Task[]>;
  /** One transaction; if two processes start one run, one gets `already`. */
  startRun(run: NewRun): Promise<StartRunOutcome>;
  /** Leaves an occurrence out. False if it is not the task's next any more. */
  skip(taskId: number, scheduledFor: number, nextRunAt: number | undefined): Promise<boolean>;
  nextDueAt(): Promise<number | undefined>;
}
