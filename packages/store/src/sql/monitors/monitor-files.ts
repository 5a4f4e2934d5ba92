import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileKey } from '@tintype/files';
import type { HeldFiles } from '../../ports/monitors.ts';
import type { Database, Steps } from '../database.ts';
import { checkContext, monitorContext } from './check-rows.ts';

interface Parts {
  database: Database;
  now: () => number;
}

/** Released files stay for at least so long. */
const releasedMs = 7 * 24 * 60 * 60_000;

/** Checks are removed when they are older, in ms. */
export const maxCheckAgeMs = 90 * 24 * 60 * 60_000;

/** Number of checks at a time. */
const batchSize = 100;

/** Files that do not expire while a check or the state of a monitor refers to them. */
export interface MonitorFiles {
  /** Holds these for an owner, and releases its others. */
  hold(owner: string, accountId: string, files: HeldFiles): Steps<void>;
  release(owner: string): Steps<void>;
}

export function prepareMonitorFiles({ database, now }: Parts): MonitorFiles {
  const { greatest, least } = database.dialect;
  const held = database.prepare<{ file: string; expires_at: number }>(
    `SELECT file, expires_at FROM monitor_files WHERE owner = :owner`,
  );
  const link = database.prepare(`INSERT INTO monitor_files (owner, file, expires_at)
    VALUES (:owner, :file, coalesce(
      (SELECT max(expires_at) FROM monitor_files WHERE file = :file),
      (SELECT expires_at FROM files WHERE name = :file), 0))
    ON CONFLICT DO NOTHING`);
  const unlink = database.prepare(
    `DELETE FROM monitor_files WHERE owner = :owner AND file = :file`,
  );
  const lengthen = database.prepare(`UPDATE files SET expires_at = ${greatest}(expires_at, :until)
    WHERE name = :file AND account_id = :account_id AND expires_at > :now`);
  const shorten = database.prepare(`UPDATE files SET expires_at = ${least}(expires_at, :until)
    WHERE name = :file AND NOT EXISTS (SELECT 1 FROM monitor_files WHERE file = :file)`);

  const drop = function* (
    owner: string,
    { file, expires_at: otherwise }: { file: string; expires_at: number },
  ): Steps<void> {
    yield* unlink.run({ owner, file });
    yield* shorten.run({ file, until: Math.max(otherwise, now() + releasedMs) });
  };
  return {
    *hold(owner, accountId, { names, forMs }) {
      const files = new Set(names.map(fileKey));
      const at = { account_id: accountId, now: now(), until: now() + forMs };
      for (const file of files) {
        yield* link.run({ owner, file });
        yield* lengthen.run({ ...at, file });
      }
      for (const row of yield* held.all({ owner })) {
        if (!files.has(row.file)) yield* drop(owner, row);
      }
    },
    *release(owner) {
      for (const row of yield* held.all({ owner })) yield* drop(owner, row);
    },
  };
}

/** A step of a transaction: another use of a held file needs it until then. */
export function prepareExtendHeld(
  database: Database,
): (use: { key: string; expires_at: number }) => Steps<number> {
  const extend = database.prepare(`UPDATE monitor_files
    SET expires_at = ${database.dialect.greatest}(expires_at, :expires_at) WHERE file = :key`);
  return ({ key, expires_at }) => extend.run({ key, expires_at });
}

/** A step of a transaction: removes the state of a monitor and its checks. */
export function prepareRemoveMonitor(parts: Parts): (taskId: number) => Steps<void> {
  const { database } = parts;
  const files = prepareMonitorFiles(parts);
  const all = database.prepare<{ request_id: string }>(
    `SELECT request_id FROM monitor_checks WHERE task_id = :task_id`,
  );
  const removeState = database.prepare(`DELETE FROM monitors WHERE task_id = :task_id`);
  const removeChecks = database.prepare(`DELETE FROM monitor_checks WHERE task_id = :task_id`);
  return function* (taskId) {
    const own = { task_id: taskId };
    for (const { request_id: id } of yield* all.all(own)) yield* files.release(checkContext(id));
    yield* files.release(monitorContext(taskId));
    yield* removeChecks.run(own);
    yield* removeState.run(own);
  };
}

/** A step of a transaction: removes the monitors of an account. */
export function prepareRemoveMonitors(parts: Parts): (accountId: string) => Steps<void> {
  const remove = prepareRemoveMonitor(parts);
  const all = parts.database.prepare<{ id: number }>(
    `SELECT id FROM tasks WHERE account_id = :account_id AND watch IS NOT NULL`,
  );
  return function* (accountId) {
    for (const { id } of yield* all.all({ account_id: accountId })) yield* remove(id);
  };
}

/** A step of a transaction: removes the oldest checks of a task. */
export function prepareKeepChecks(parts: Parts): (taskId: number, keep: number) => Steps<void> {
  const files = prepareMonitorFiles(parts);
  const surplus = parts.database.prepare<{ request_id: string }>(`SELECT request_id
    FROM monitor_checks WHERE task_id = :task_id AND available_at IS NULL
    ORDER BY created_at DESC, request_id DESC LIMIT ${batchSize} OFFSET :keep`);
  const remove = parts.database.prepare(`DELETE FROM monitor_checks WHERE request_id = :id`);
  return function* (taskId, keep) {
    for (const { request_id: id } of yield* surplus.all({ task_id: taskId, keep })) {
      yield* files.release(checkContext(id));
      yield* remove.run({ id });
    }
  };
}

/** Removes checks that are too old. */
export function prepareCheckSweep(parts: Parts): () => Promise<void> {
  const { database, now } = parts;
  const files = prepareMonitorFiles(parts);
  const old = database.prepare<{ request_id: string }>(`SELECT request_id FROM monitor_checks
    WHERE created_at <= :before AND available_at IS NULL ORDER BY created_at LIMIT ${batchSize}`);
  const remove = database.prepare(`DELETE FROM monitor_checks WHERE request_id = :id`);
  return async () => {
    for (let count = batchSize; count === batchSize; await nextTurn()) {
      count = await database.writeFor('sweep', function* () {
        const rows = yield* old.all({ before: now() - maxCheckAgeMs });
        for (const { request_id: id } of rows) {
          yield* files.release(checkContext(id));
          yield* remove.run({ id });
        }
        return rows.length;
      });
    }
  };
}
