import type { Kind, KindName } from '@tintype/contract';
import { toQuery } from '@tintype/contract/light';
import type {
  Acceptance,
  Monitor,
  MonitorCheck,
  MonitorNoise,
  RequestState,
  Task,
  TaskCalendar,
  TaskPreview,
} from '@tintype/contract/wire';
import { checkParameters, type CapturesParameters, type ParametersOf } from './parameters.ts';
import type { CallOptions } from './send.ts';

/** Parameters as a query string, or as an object, which is serialised to one. */
type Rendered =
  | { [K in Kind]: { api: K; query: string | ParametersOf[K] } }[Kind]
  | { api: 'captures'; query: string | CapturesParameters }
  | { api: KindName; query: string };

export type NewTask = TaskCalendar & Rendered;

/** Changes of a task; parameters require `api`. `watch: null` removes the monitor. */
export type TaskChanges = Partial<Omit<TaskCalendar, 'watch'>> & {
  watch?: TaskCalendar['watch'] | null;
} & (Rendered | { api?: KindName; query?: string });

/** Tasks of the account, whose plan must include them. */
export interface Tasks {
  create(task: NewTask, options?: CallOptions): Promise<Task>;
  list(options?: CallOptions): Promise<Task[]>;
  get(id: number, options?: CallOptions): Promise<Task>;
  /** Runs, newest first, at most `limit` (1 to 100,000, default 100). */
  runs(id: number, options?: CallOptions & { limit?: number }): Promise<RequestState[]>;
  update(id: number, changes: TaskChanges, options?: CallOptions): Promise<Task>;
  remove(id: number, options?: CallOptions): Promise<void>;
  /** Runs it now, in addition to its schedule. */
  run(id: number, options?: CallOptions): Promise<Task>;
  /** Returns the next run in Unix seconds, and up to nine within five years after it. */
  preview(
    times: Omit<TaskCalendar, 'name' | 'enabled' | 'watch'>,
    options?: CallOptions,
  ): Promise<TaskPreview>;
  /** Returns the accepted pages of a task with `watch`, and what differs each time. */
  monitor(id: number, options?: CallOptions): Promise<Monitor>;
  /** Returns its checks, newest first, at most `limit` (1 to 100,000, default 100). */
  checks(id: number, options?: CallOptions & { limit?: number }): Promise<MonitorCheck[]>;
  /** Accepts the page of a check, instead of the accepted one or beside it. */
  accept(
    id: number,
    request: string,
    as: Acceptance['as'],
    options?: CallOptions,
  ): Promise<Monitor>;
  /** Replaces what its comparisons leave out. */
  setNoise(id: number, noise: readonly MonitorNoise[], options?: CallOptions): Promise<Monitor>;
  /** Forgets the accepted pages: the next run is the first. */
  restartMonitor(id: number, options?: CallOptions): Promise<void>;
}

/** Returns the JSON body of a task, with its parameters as a query string. */
export function taskBody<T extends TaskChanges>(task: T): Record<string, unknown> {
  const { query } = task;
  if (typeof query !== 'object' || query === null) return { ...task };
  checkParameters(task.api ?? 'screenshot', query);
  const { outputs } = query as Partial<CapturesParameters>;
  return {
    ...task,
    query: toQuery({ ...query, ...(outputs && { outputs: JSON.stringify(outputs) }) }),
  };
}
