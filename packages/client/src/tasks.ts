import type { Frequency, Kind, KindName } from '@tintype/contract';
import { toQuery } from '@tintype/contract/light';
import { checkParameters, type CapturesParameters, type ParametersOf } from './parameters.ts';
import type { RequestState } from './requests.ts';
import type { CallOptions } from './send.ts';

/** A render at times of the calendar. Timestamps are Unix seconds. */
export interface Task {
  id: number;
  name: string;
  api: KindName;
  /** The parameters as a query string. */
  query: string;
  frequency: Frequency;
  /** Five fields, in the time zone of the task. */
  crontab: string;
  timezone: string;
  enabled: boolean;
  created: number;
  /** Null until the first run. */
  last_run: number | null;
  runs: number;
}

interface Calendar {
  /** At most 100 characters. */
  name: string;
  frequency: Frequency;
  /** For the frequency `custom`: five fields, for example every weekday at six, `0 6 * * 1-5`. */
  crontab?: string;
  /** IANA time zone. Default `Etc/UTC`. */
  timezone?: string;
  /** Default true. */
  enabled?: boolean;
}

/** The render: a query string, or the parameters of the kind, which are serialised to one. */
type Rendered =
  | { [K in Kind]: { api: K; query: string | ParametersOf[K] } }[Kind]
  | { api: 'captures'; query: string | CapturesParameters }
  | { api: KindName; query: string };

/** A task to be made. */
export type NewTask = Calendar & Rendered;

/** Changes of a task; parameters require `api` beside them. */
export type TaskChanges = Partial<Calendar> & (Rendered | { api?: KindName; query?: string });

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
  /**
   * When a task would run, in Unix seconds: the next time, and up to nine within five years after
   * it.
   */
  preview(
    times: Pick<Calendar, 'frequency' | 'crontab' | 'timezone'>,
    options?: CallOptions,
  ): Promise<{ crontab: string; timezone: string; runs: number[] }>;
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
