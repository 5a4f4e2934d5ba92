import { RenderError } from '@tintype/contract';
import type { TaskRun } from '@tintype/jobs';
import type { Task } from '@tintype/store';
import { v7 as createId } from 'uuid';
import type { RunReport, SchedulerOptions } from './scheduler-options.ts';
import { nextRun } from './next-run.ts';
import { readTaskQuery } from './read-query.ts';
import { readMonitorRequest } from './watch/monitor-request.ts';
import { readState, type MonitorState } from './watch/monitor-state.ts';
import { selectorProblem } from './watch/watch-field.ts';

/** Operations on an occurrence of a task: a time of its calendar, in Unix milliseconds. */
export interface Runs {
  /** Submits it as a run. */
  submit(task: Task, scheduledFor: number): Promise<void>;
  /** Leaves it out. */
  skip(task: Task, scheduledFor: number): Promise<void>;
}

/** Creates the object that turns occurrences of tasks into runs. */
export function createRuns(options: SchedulerOptions): Runs {
  const { store, submitRun, now, onRun, onWarning } = options;

  /** The request of a task, by the current rules. */
  function read(task: Task, state: MonitorState | undefined): ReturnType<TaskRun['read']> {
    const { watch } = task;
    if (!task.unreadable && watch) {
      const watched = { ...task, watch };
      const plain = readMonitorRequest(watched, options);
      const noise = state?.key === plain.key ? selectorsOf(state) : [];
      const { request, outputs } =
        noise.length === 0 ? plain : readMonitorRequest(watched, options, noise);
      return { request, outputs, check: { key: plain.key } };
    }
    if (!task.unreadable) return readTaskQuery(task.kind, task.query, options);
    const message = 'The query of this task cannot be decrypted. Set it again.';
    throw new RenderError('storage_failed', message);
  }

  /** The occurrence after this one; none when the time zone is not known any more. */
  function following(task: Task, scheduledFor: number): number | undefined {
    try {
      return nextRun(task.crontab, task.timezone, Math.max(scheduledFor, now()));
    } catch (error) {
      onWarning?.(`The task ${task.id} has no next run, and will not run again.`, error);
      return undefined;
    }
  }

  function tell(
    { id: taskId, accountId, kind }: Task,
    scheduledFor: number,
    outcome: RunReport['outcome'],
    more: Pick<RunReport, 'requestId' | 'code'> = {},
  ): void {
    onRun?.({ taskId, accountId, kind, scheduledFor, outcome, ...more });
  }

  async function leaveOut(task: Task, scheduledFor: number, next: number | undefined) {
    if (await store.tasks.skip(task.id, scheduledFor, next)) tell(task, scheduledFor, 'missed');
  }

  return {
    skip: (task, scheduledFor) => leaveOut(task, scheduledFor, following(task, scheduledFor)),
    async submit(task, scheduledFor) {
      const id = createId({ msecs: now() });
      const nextRunAt = following(task, scheduledFor);
      const known = task.watch && readState(await store.monitors.get(task.id));
      const run = { id, task, scheduledFor, nextRunAt, read: () => read(task, known) };
      const { state, error } = await submitRun(run);
      if (state === 'no_account') await leaveOut(task, scheduledFor, nextRunAt);
      if (state === 'queued') tell(task, scheduledFor, state, { requestId: id });
      if (state === 'overlap') tell(task, scheduledFor, state);
      if (state === 'refused') {
        tell(task, scheduledFor, state, { requestId: id, code: error.code });
      }
    },
  };
}

/** Selectors of elements that differ each time; one that a request must not have is left out. */
function selectorsOf({ noise }: MonitorState): string[] {
  return noise.flatMap(({ selector }) =>
    selector === undefined || selectorProblem(selector) !== undefined ? [] : [selector],
  );
}
