import type { Task } from '@tintype/store';

/** A task as the API returns it. Timestamps are Unix seconds. */
export interface TaskJson {
  id: number;
  name: string;
  api: Task['api'];
  query: string;
  frequency: Task['frequency'];
  crontab: string;
  timezone: string;
  enabled: boolean;
  created: number;
  /** Null until the first run. */
  last_run: number | null;
  runs: number;
}

/** Writes a task as the API shows it. */
export function taskToJson(task: Task): TaskJson {
  const { id, name, api, query, frequency, crontab, timezone, enabled, runs } = task;
  return {
    id,
    name,
    api,
    query,
    frequency,
    crontab,
    timezone,
    enabled,
    created: Math.floor(task.createdAt / 1000),
    last_run: task.lastRunAt === undefined ? null : Math.floor(task.lastRunAt / 1000),
    runs,
  };
}
