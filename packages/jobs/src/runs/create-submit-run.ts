import {
  RenderError,
  type KindSet,
  type OutputRequest,
  type RenderRequest,
} from '@tintype/contract';
import {
  limitsOf,
  refusedRequest,
  requireTasks,
  type NewRun,
  type NewRequest,
  type Plans,
  type Store,
  type Task,
} from '@tintype/store';
import type { Settle } from '../finish/create-finish.ts';
import { runRecord } from '../finish/job-records.ts';
import { jobOf } from '../finish/stored-job.ts';

/** A run of a task, at one time of its calendar. */
export interface TaskRun {
  /** UUID v7: of the job that it becomes. */
  id: string;
  task: Pick<Task, 'id' | 'accountId' | 'kind' | 'baseUrl' | 'watch'>;
  /** The time of the calendar: what `nextRunAt` of the task was. */
  scheduledFor: number;
  /** The one after it; undefined when there is none. */
  nextRunAt: number | undefined;
  /** The request of the task. @throws RenderError */
  read(): {
    request: RenderRequest;
    outputs?: readonly OutputRequest[];
    /** As in `NewRun`. */
    check?: NewRun['check'];
  };
}

/**
 * `queued`; `refused`: failed before it started, visibly to its owner; `overlap`: the previous run
 * has not ended; `already`: another process started it; `no_account`: the account has ended.
 */
export type RunOutcome =
  | { state: 'queued' | 'overlap' | 'already' | 'no_account'; error?: undefined }
  | { state: 'refused'; error: RenderError };

export interface SubmitRunParts {
  store: Pick<Store, 'accounts' | 'tasks' | 'capacity'>;
  plans: Plans;
  kinds: KindSet;
  settle: Pick<Settle, 'fail'>;
  /** A job was queued: the worker looks at once. */
  wakeWorker(): void;
  /** Unix milliseconds. */
  now: () => number;
}

/** Turns a run of a task into a job. */
export type SubmitRun = (run: TaskRun) => Promise<RunOutcome>;

/**
 * Queues runs. A refused run becomes a failed job, so that the owner sees why there is no result.
 */
export function createSubmitRun(parts: SubmitRunParts): SubmitRun {
  const { store, plans, kinds, settle, wakeWorker, now } = parts;

  async function refuse(newRun: NewRun, error: RenderError): Promise<RunOutcome> {
    const isWritten = await settle.fail(runRecord(store.tasks, newRun, now()), error);
    return isWritten ? { state: 'refused', error } : { state: 'already' };
  }

  return async (run) => {
    const { accountId } = run.task;
    const account = await store.accounts.get(accountId);
    if (account === undefined || account.status === 'revoked') return { state: 'no_account' };
    const limits = limitsOf(account, plans);
    const { scheduledFor, nextRunAt } = run;
    const newRun: NewRun = {
      taskId: run.task.id,
      scheduledFor,
      nextRunAt,
      request: emptyJob(run),
      // A refused run of a monitor is a failure, which can send an event.
      ...(run.task.watch && { check: { key: undefined } }),
    };
    try {
      const { check, ...asked } = run.read();
      newRun.request = jobOf({ ...run.task, id: run.id }, asked, { kinds, limits });
      if (check) newRun.check = check;
      await store.capacity.check();
      requireTasks(account, plans);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      return refuse(newRun, error);
    }
    const { quotaPerMonth } = limits;
    const outcome = await store.tasks.startRun({ ...newRun, quotaPerMonth, bounds: limits });
    if (outcome === 'overlap' || outcome === 'already') return { state: outcome };
    if (outcome !== 'started') return refuse(newRun, refusedRequest(outcome, limits));
    wakeWorker();
    return { state: 'queued' };
  };
}

/** A run whose request is not known: what it was to render could not be read. */
function emptyJob({ id, task }: TaskRun): NewRequest {
  const { accountId, kind, baseUrl } = task;
  return { id, accountId, kind, baseUrl, parameters: {} };
}
