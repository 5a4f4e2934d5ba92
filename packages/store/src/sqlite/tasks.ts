import { randomBytes } from 'node:crypto';
import type { Task, TaskChanges, Tasks } from '../ports/tasks.ts';
import { prepareDueGroups, prepareNextDue } from './due-groups.ts';
import { createFirings } from './firings.ts';
import type { RequestRowParts } from './request-rows.ts';
import { createTurns, takeInTurns } from './take-turns.ts';
import { taskColumns, toTask, type TaskRow } from './task-rows.ts';

const DUE = { table: 'tasks', group: 'account_id', due: 'next_run_at' } as const;

export function createTasks(parts: RequestRowParts): Tasks {
  const { database } = parts;
  const nextDue = prepareNextDue(database, DUE);
  return {
    ...prepareChanges(parts),
    due: prepareDue(parts),
    ...createFirings(parts),
    nextDueAt: async () => database.read(() => nextDue()),
  };
}

function prepareChanges({
  database,
  box,
  now,
}: RequestRowParts): Pick<Tasks, 'create' | 'list' | 'get' | 'update' | 'remove'> {
  const isTaken = database.prepare(`SELECT 1 FROM tasks WHERE id = :id`);
  const insert = database.prepare<TaskRow>(`INSERT INTO tasks (id, account_id, name, api, query,
      frequency, crontab, timezone, enabled, base_url, created_at, next_run_at)
    VALUES (:id, :account_id, :name, :api, :query, :frequency, :crontab, :timezone, :enabled,
      :base_url, :created_at, :next_run_at)
    RETURNING *`);
  const list = database.prepare<TaskRow>(`SELECT * FROM tasks
    WHERE :account_id IS NULL OR account_id = :account_id ORDER BY created_at, id`);
  const get = database.prepare<TaskRow>(
    `SELECT * FROM tasks WHERE id = :id AND account_id = :account_id`,
  );
  const update = database.prepare(`UPDATE tasks SET name = :name, api = :api, query = :query,
      frequency = :frequency, crontab = :crontab, timezone = :timezone, enabled = :enabled,
      base_url = :base_url, next_run_at = :next_run_at
    WHERE id = :id`);
  const remove = database.prepare(`DELETE FROM tasks WHERE id = :id AND account_id = :account_id`);

  const find = (accountId: string, id: number): Task | undefined => {
    const row = Number.isSafeInteger(id) ? get.get({ account_id: accountId, id }) : undefined;
    return row && toTask(row, box);
  };
  const freeId = () => {
    for (;;) {
      const id = randomId();
      if (!isTaken.get({ id })) return id;
    }
  };
  return {
    create: async (task) =>
      database.write(() => {
        const row = insert.get({
          account_id: task.accountId,
          ...taskColumns(freeId(), task, box),
          created_at: now(),
        });
        if (!row) throw new Error('INSERT ... RETURNING gave no row.');
        return toTask(row, box);
      }),
    list: async (accountId) =>
      database
        .read(() => list.all({ account_id: accountId ?? null }))
        .map((row) => toTask(row, box)),
    get: async (accountId, id) => database.read(() => find(accountId, id)),
    update: async (accountId, id, changes) =>
      database.write(() => {
        const present = find(accountId, id);
        if (!present) return undefined;
        const task = apply(present, changes);
        update.run(taskColumns(id, task, box));
        return task;
      }),
    remove: async (accountId, id) =>
      Number.isSafeInteger(id) &&
      database.write(() => remove.run({ account_id: accountId, id }) === 1),
  };
}

function apply(task: Task, { nextRunAt, ...changes }: TaskChanges): Task {
  const { nextRunAt: present, ...others } = { ...task, ...changes };
  const next = nextRunAt === undefined ? present : nextRunAt;
  return others.enabled && next !== undefined && next !== null
    ? { ...others, nextRunAt: next }
    : others;
}

function prepareDue({ database, box, now }: RequestRowParts): Tasks['due'] {
  const dueAccounts = prepareDueGroups(database, DUE);
  const dueOf = database.prepare<TaskRow>(`SELECT * FROM tasks
    WHERE account_id = :account_id AND next_run_at <= :now
    ORDER BY next_run_at, id LIMIT :limit`);
  const turns = createTurns();
  return async (limit) =>
    database.read(() => {
      const instant = now();
      const found = new Map<string, Iterator<TaskRow>>();
      return takeInTurns(dueAccounts(instant), limit, turns, (accountId) => {
        const rows =
          found.get(accountId) ??
          dueOf.all({ account_id: accountId, now: instant, limit }).values();
        found.set(accountId, rows);
        const { value, done } = rows.next();
        return done ? undefined : toTask(value, box);
      });
    });
}

/** 1 to 2^53 - 1. */
function randomId(): number {
  const random = randomBytes(8).readBigUInt64BE() >> 11n;
  return Number(random) || 1;
}
