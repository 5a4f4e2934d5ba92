import type { Kind } from '@tintype/contract';
import type { Frequency, NewTask, Task } from '../ports/tasks.ts';

/** A row of the table `tasks`. */
export interface TaskRow {
  id: number;
  account_id: string;
  name: string;
  api: string;
  query: string;
  frequency: string;
  crontab: string;
  timezone: string;
  enabled: number;
  base_url: string;
  created_at: number;
  last_run_at: number | null;
  runs: number;
  next_run_at: number | null;
}

/** The columns that can change. A task that is switched off is on no calendar. */
export function taskColumns(task: Omit<NewTask, 'accountId'>) {
  return {
    name: task.name,
    api: task.api,
    query: task.query,
    frequency: task.frequency,
    crontab: task.crontab,
    timezone: task.timezone,
    enabled: Number(task.enabled),
    base_url: task.baseUrl,
    next_run_at: task.enabled ? (task.nextRunAt ?? null) : null,
  };
}

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    api: row.api as Kind,
    query: row.query,
    frequency: row.frequency as Frequency,
    crontab: row.crontab,
    timezone: row.timezone,
    enabled: row.enabled === 1,
    baseUrl: row.base_url,
    createdAt: row.created_at,
    runs: row.runs,
    ...(row.last_run_at === null ? {} : { lastRunAt: row.last_run_at }),
    ...(row.next_run_at === null ? {} : { nextRunAt: row.next_run_at }),
  };
}
