import type { Task } from '@tintype/contract/wire';
import type { Task as StoredTask } from '@tintype/store';

/** Writes a task as the API shows it. */
export function taskToJson(task: StoredTask): Task {
  const { id, name, kind, query, frequency, crontab, timezone, enabled, runs } = task;
  return {
    id,
    name,
    api: kind,
    query,
    frequency,
    crontab,
    timezone,
    enabled,
    created: Math.floor(task.createdAt / 1000),
    last_run: task.lastRunAt === undefined ? null : Math.floor(task.lastRunAt / 1000),
    runs,
    ...(task.watch && { watch: task.watch }),
  };
}
