import type { Frequency } from '@tintype/contract';
import type { Watch } from '@tintype/contract/wire';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { NewTask, Task } from '../../ports/tasks.ts';

export interface TaskRow {
  id: number;
  account_id: string;
  name: string;
  kind: string;
  query: Uint8Array;
  frequency: string;
  crontab: string;
  timezone: string;
  enabled: number;
  base_url: string;
  created_at: number;
  last_run_at: number | null;
  runs: number;
  next_run_at: number | null;
  watch: Uint8Array | null;
}

export const queryContext = (id: number) => `task ${id}`;
export const watchContext = (id: number) => `task watch ${id}`;

/**
 * Encrypts the query, which can contain cookies and passwords, and `watch`, whose addresses are
 * secret. A disabled task has no next run.
 */
export function taskColumns(id: number, task: Omit<NewTask, 'accountId'>, box: SecretBox) {
  return {
    id,
    name: task.name,
    kind: task.kind,
    query: box.seal(task.query, queryContext(id)),
    frequency: task.frequency,
    crontab: task.crontab,
    timezone: task.timezone,
    enabled: Number(task.enabled),
    base_url: task.baseUrl,
    next_run_at: task.enabled ? (task.nextRunAt ?? null) : null,
    watch: task.watch ? box.seal(JSON.stringify(task.watch), watchContext(id)) : null,
  };
}

export function toTask(row: TaskRow, box: SecretBox): Task {
  const query = box.open(row.query, queryContext(row.id));
  const watch = row.watch === null ? '' : box.open(row.watch, watchContext(row.id));
  const isReadable = query !== undefined && watch !== undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    query: query ?? '',
    // One row that was changed by another program must not prevent reading all others.
    ...(isReadable ? {} : { unreadable: true as const }),
    ...(watch ? { watch: JSON.parse(watch) as Watch } : {}),
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
