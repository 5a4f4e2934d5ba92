import { setTimeout as delay } from 'node:timers/promises';
import { createPoller, type Task, type Store } from '@tintype/store';
import { createRuns } from './create-runs.ts';
import type { SchedulerOptions } from './scheduler-options.ts';
import { nextRun } from './next-run.ts';

/** Submits the runs of tasks at the times of their calendars, in the background. */
export interface Scheduler {
  start(): void;
  /** Lets the submission under way end. */
  stop(): Promise<void>;
  /** A task was made or changed: looks at once instead of at the next poll. */
  wake(): void;
  /** The clock was set: each task gets the occurrence that comes next by it. */
  clockWasSet(): void;
}

/** Number of tasks to fetch at a time: the maximum of one account in its turn. */
const batchSize = 25;

/** An occurrence that precedes the start of the scheduler by more than this is skipped. */
const graceMs = 10_000;

/** A longer pause between two polls means that the process or the machine was asleep. */
const asleepMs = 30_000;

/** After a run that the store refused, so that a broken store is not asked without end. */
const troubleMs = 5_000;

/** The shortest wait, so that others get their turn. */
const minPauseMs = 5;

/**
 * Creates a scheduler. Several can share a store: each occurrence becomes one request.
 * Tasks of the same minute are submitted in batches, accounts in turn, with a pause after each
 * batch as long as the batch took, so that responses do not wait.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { store, now, onWarning, pollMs = 1_000 } = options;
  const runs = createRuns(options);
  let awakeSince = 0;
  let lookedAt = 0;
  let isOffCalendar = false;

  async function handle(task: Task): Promise<void> {
    const { nextRunAt: occurrence } = task;
    if (occurrence === undefined) return;
    if (occurrence >= awakeSince - graceMs) await runs.submit(task, occurrence);
    else await runs.skip(task, occurrence);
  }

  /** Runs one batch. Returns how long to wait for the next. */
  async function look(signal: AbortSignal): Promise<number> {
    const begin = performance.now();
    const instant = now();
    if (instant - lookedAt > asleepMs || instant < lookedAt) awakeSince = instant;
    if (isOffCalendar || instant < lookedAt) {
      // Before it begins: the clock may be set once more meanwhile.
      isOffCalendar = false;
      try {
        await reschedule(store, now, signal);
      } catch (error) {
        isOffCalendar = true;
        throw error;
      }
    }
    lookedAt = instant;
    const tasks = await store.tasks.due(batchSize);
    let failures = 0;
    for (const task of tasks) {
      if (signal.aborted) return 0;
      try {
        await handle(task);
      } catch (error) {
        failures += 1;
        onWarning?.(`The task ${task.id} could not be run; it is tried again.`, error);
      }
      // The store may answer without ever giving the turn away.
      await delay(0);
    }
    if (failures > 0) return troubleMs;
    if (tasks.length > 0) return Math.max(minPauseMs, performance.now() - begin);
    const dueAt = await store.tasks.nextDueAt();
    return dueAt === undefined ? pollMs : Math.min(pollMs, Math.max(minPauseMs, dueAt - now()));
  }

  const poller = createPoller({
    look,
    onTrouble: (error) =>
      onWarning?.('The tasks that are due could not be read; they are tried again.', error),
    troubleMs,
  });

  return {
    start() {
      awakeSince = now();
      lookedAt = awakeSince;
      poller.start();
    },
    stop: poller.stop,
    wake: poller.wake,
    clockWasSet() {
      isOffCalendar = true;
      poller.wake();
    },
  };
}

const pageSize = 500;

/** Recomputes the next occurrence of each task after the clock was set back. Due ones stay due. */
export async function reschedule(
  { tasks }: Pick<Store, 'tasks'>,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let after; !signal.aborted;) {
    const page = await tasks.list(undefined, { limit: pageSize, ...(after && { after }) });
    for (const { id, crontab, timezone, nextRunAt } of page) {
      const instant = now();
      if (nextRunAt === undefined || nextRunAt <= instant || signal.aborted) continue;
      const next = follows(crontab, timezone, instant);
      if (next < nextRunAt) await tasks.skip(id, nextRunAt, next);
    }
    after = page.at(-1);
    if (after === undefined) return;
  }
}

/** A time zone that is no longer known is reported when the task runs. */
function follows(crontab: string, timezone: string, instant: number): number {
  try {
    return nextRun(crontab, timezone, instant);
  } catch {
    return Infinity;
  }
}
