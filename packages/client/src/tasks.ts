import type { Kind, KindName } from '@tintype/contract';
import { toQuery } from '@tintype/contract/light';
import type { RequestState, Task, TaskCalendar, TaskPreview } from '@tintype/contract/wire';
import { checkParameters, type CapturesParameters, type ParametersOf } from './parameters.ts';
import type { CallOptions } from './send.ts';

/** The render: a query string, or the parameters of the kind, which are serialised to one. */
type Rendered =
  | { [K in Kind]: { api: K; query: string | ParametersOf[K] } }[Kind]
  | { api: 'captures'; query: string | CapturesParameters }
  | { api: KindName; query: string };

/** A task to be made. */
export type NewTask = TaskCalendar & Rendered;

/** Changes of a task; parameters require `api` beside them. */
export type TaskChanges = Partial<TaskCalendar> & (Rendered | { api?: KindName; query?: string });

/** Tasks of the account; its plan has to include them. */
export interface Tasks {
  create(task: NewTask, options?: CallOptions): Promise<Task>;
  list(options?: CallOptions): Promise<Task[]>;
  get(id: number, options?: CallOptions): Promise<Task>;
  /** Its runs, newest first; 100 unless `limit` (1 to 100,000) says otherwise. */
  runs(id: number, options?: CallOptions & { limit?: number }): Promise<RequestState[]>;
  update(id: number, changes: TaskChanges, options?: CallOptions): Promise<Task>;
  remove(id: number, options?: CallOptions): Promise<void>;
  /** Runs it now; its other times stay. */
  run(id: number, options?: CallOptions): Promise<Task>;
  /** Returns the next run in Unix seconds, and up to nine within five years after it. */
  preview(
    times: Omit<TaskCalendar, 'name' | 'enabled'>,
    options?: CallOptions,
  ): Promise<TaskPreview>;
}

/** The JSON body for a task, with parameters written as the query string that the service keeps. */
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
