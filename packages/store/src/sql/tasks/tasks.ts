import { randomBytes } from 'node:crypto';
import { RenderError } from '@tintype/contract/errors';
import type { Task, TaskChanges, TaskPage, Tasks } from '../../ports/tasks.ts';
import { prepareDueGroups, prepareNextDue } from '../due-groups.ts';
import { createTaskRuns, type TaskRunParts } from './task-runs.ts';
import type { Database, Steps } from '../database.ts';
import { prepareList } from '../prepare-list.ts';
import type { RequestRowParts } from '../requests/request-rows.ts';
import { prepareRemoveMonitor } from '../monitors/monitor-files.ts';
import { createRotation, takeRoundRobin } from '../round-robin.ts';
import { taskColumns, toTask, type TaskRow } from './task-rows.ts';

const DUE = { table: 'tasks', group: 'account_id', due: 'next_run_at' } as const;

export function createTasks(parts: TaskRunParts): Tasks {
  const { database } = parts;
  const nextDue = prepareNextDue(database, DUE);
  return {
    ...prepareChanges(parts),
    due: prepareDue(parts),
    ...createTaskRuns(parts),
    nextDueAt: async () => database.read(() => nextDue()),
  };
}

function prepareChanges({
  database,
  box,
  now,
}: RequestRowParts): Pick<Tasks, 'create' | 'list' | 'get' | 'find' | 'update' | 'remove'> {
  const isTaken = database.prepare(`SELECT 1 FROM tasks WHERE id = :id`);
  const insert = database.prepare<TaskRow>(`INSERT INTO tasks (id, account_id, name, kind, query,
      frequency, crontab, timezone, enabled, base_url, created_at, next_run_at, watch)
    VALUES (:id, :account_id, :name, :kind, :query, :frequency, :crontab, :timezone, :enabled,
      :base_url, :created_at, :next_run_at, :watch)
    RETURNING *`);
  const countUpTo = database.prepare(
    `SELECT 1 FROM tasks WHERE account_id = :account_id LIMIT :max`,
  );
  const list = prepareTaskList(database);
  const get = database.prepare<TaskRow>(
    `SELECT * FROM tasks WHERE id = :id AND account_id = :account_id`,
  );
  const byId = database.prepare<TaskRow>(`SELECT * FROM tasks WHERE id = :id`);
  const update = database.prepare(`UPDATE tasks SET name = :name, kind = :kind, query = :query,
      frequency = :frequency, crontab = :crontab, timezone = :timezone, enabled = :enabled,
      base_url = :base_url, next_run_at = :next_run_at, watch = :watch
    WHERE id = :id`);
  const removeMonitor = prepareRemoveMonitor({ database, now });
  const remove = database.prepare(`DELETE FROM tasks WHERE id = :id AND account_id = :account_id`);

  const find = function* (accountId: string, id: number): Steps<Task | undefined> {
    const row = Number.isSafeInteger(id)
      ? yield* get.get({ account_id: accountId, id })
      : undefined;
    return row && toTask(row, box);
  };
  const freeId = function* (): Steps<number> {
    for (;;) {
      const id = randomId();
      if (!(yield* isTaken.get({ id }))) return id;
    }
  };
  return {
    create: async (task, max) =>
      database.writeFor(task.accountId, function* () {
        if (max !== undefined)
          refuseMore(yield* countUpTo.all({ account_id: task.accountId, max }), max);
        const row = yield* insert.get({
          account_id: task.accountId,
          ...taskColumns(yield* freeId(), task, box),
          created_at: now(),
        });
        if (!row) throw new Error('INSERT ... RETURNING gave no row.');
        return toTask(row, box);
      }),
    list: async (accountId, page) =>
      (await database.read(() => list(accountId, page))).map((row) => toTask(row, box)),
    get: async (accountId, id) => database.read(() => find(accountId, id)),
    find: async (id) =>
      database.read(function* () {
        const row = Number.isSafeInteger(id) ? yield* byId.get({ id }) : undefined;
        return row && toTask(row, box);
      }),
    update: async (accountId, id, changes, expected) =>
      database.writeFor(accountId, function* () {
        const present = yield* find(accountId, id);
        if (!present || (expected && !isSameDefinition(present, expected))) return undefined;
        if (present.unreadable && changes.query === undefined) {
          throw new RenderError(
            'storage_failed',
            'The query of this task cannot be decrypted. Set it again.',
          );
        }
        const task = apply(present, changes);
        yield* update.run(taskColumns(id, task, box));
        if (changes.watch === null) yield* removeMonitor(id);
        return task;
      }),
    remove: async (accountId, id) =>
      Number.isSafeInteger(id) &&
      database.writeFor(accountId, function* () {
        if ((yield* remove.run({ account_id: accountId, id })) === 0) return false;
        yield* removeMonitor(id);
        return true;
      }),
  };
}

/** A query may have 64 KiB and more, and a page of them fits into memory all the same. */
const PAGE_BYTES = 4 * 1024 * 1024;

function prepareTaskList(
  database: Database,
): (accountId: string | undefined, page?: TaskPage) => Steps<TaskRow[]> {
  const table = { table: 'tasks', columns: ['account_id'], order: 'ASC' } as const;
  const list = prepareList<TaskRow>(database, table);
  const sizes = prepareList<{ bytes: number }>(database, {
    ...table,
    select: 'length(query) + coalesce(length(watch), 0) AS bytes',
  });
  return function* (accountId, { limit, after } = { limit: 100 }) {
    const of = { account_id: accountId };
    let [count, bytes] = [0, 0];
    for (const size of yield* sizes(of, { limit, after })) {
      bytes += size.bytes;
      if (count > 0 && bytes > PAGE_BYTES) break;
      count += 1;
    }
    return yield* list(of, { limit: count, after });
  };
}

function refuseMore(present: readonly unknown[], max: number): void {
  if (present.length < max) return;
  throw new RenderError(
    'plan_required',
    `The account has ${present.length} tasks; its plan lets it have ${max}. Remove one first.`,
  );
}

/** Changes by a run do not count: only those of users. */
function isSameDefinition(a: Task, b: Task): boolean {
  const fields = ['name', 'kind', 'query', 'frequency', 'crontab', 'timezone', 'enabled'] as const;
  const isSame = fields.every((field) => a[field] === b[field]);
  return isSame && JSON.stringify(a.watch) === JSON.stringify(b.watch);
}

function apply(task: Task, { nextRunAt, watch, ...changes }: TaskChanges): Task {
  const { watch: watched, ...given } = { ...task, ...changes, ...(watch && { watch }) };
  const { nextRunAt: present, unreadable: _, ...rest } = given;
  const others: Task = watch === null || !watched ? rest : { ...rest, watch: watched };
  const next = nextRunAt === undefined ? present : nextRunAt;
  return others.enabled && next !== undefined && next !== null
    ? { ...others, nextRunAt: next }
    : others;
}

function prepareDue({ database, box, now }: RequestRowParts): Tasks['due'] {
  const dueAccounts = prepareDueGroups(database, DUE);
  const dueOf = database.prepare<{ id: number }>(`SELECT id FROM tasks
    WHERE account_id = :account_id AND next_run_at <= :now
    ORDER BY next_run_at, id LIMIT 1 OFFSET :taken`);
  const get = database.prepare<TaskRow>(`SELECT * FROM tasks WHERE id = :id`);
  const rotation = createRotation();
  return async (limit) =>
    database.read(function* () {
      const instant = now();
      const taken = new Map<string, number>();
      const takeFrom = function* (accountId: string): Steps<Task | undefined> {
        const count = taken.get(accountId) ?? 0;
        taken.set(accountId, count + 1);
        const next = yield* dueOf.get({ account_id: accountId, now: instant, taken: count });
        const row = next && (yield* get.get({ id: next.id }));
        return row && toTask(row, box);
      };
      return yield* takeRoundRobin(yield* dueAccounts.find(instant), limit, rotation, takeFrom);
    });
}

/** 1 to 2^53 - 1. */
function randomId(): number {
  const random = randomBytes(8).readBigUInt64BE() >> 11n;
  return Number(random) || 1;
}
