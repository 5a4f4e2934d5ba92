import { fileKey } from '@tintype/files';
import type { Requests } from '../../ports/requests/requests.ts';
import type { Steps } from '../database.ts';
import { publicColumns, toRequest, type PublicRow, type RequestsParts } from './request-rows.ts';
import { createReservations } from '../accounts/reservations.ts';

/**
 * Only marks files as expired, so that a concurrent request with the same content can extend them;
 * the next sweep removes the bytes.
 */
export function prepareRemove({ database, box, now }: RequestsParts): Requests['remove'] {
  const find = database.prepare<PublicRow>(
    `SELECT ${publicColumns} FROM requests WHERE id = :id AND account_id = :account_id`,
  );
  const links = database.prepare<{ file: string }>(
    `SELECT file FROM request_files WHERE request_id = :id`,
  );
  const remove = database.prepare<{ reservation_id: string | null }>(
    `DELETE FROM requests WHERE id = :id AND account_id = :account_id RETURNING reservation_id`,
  );
  const expire = database.prepare(`UPDATE files SET expires_at = :now
    WHERE name = :key AND account_id = :account_id AND expires_at > :now
      AND NOT EXISTS (SELECT 1 FROM request_files WHERE file = :key)`);
  const expireTraces = database.prepare(`UPDATE files SET expires_at = :now
    WHERE account_id = :account_id AND trace_of = :id AND expires_at > :now`);
  const forgetWebhooks = database.prepare(
    `DELETE FROM outbox WHERE request_id = :id AND account_id = :account_id`,
  );
  const reservations = createReservations(database, now);
  /** Rows of before files were linked tell their names alone. */
  const keysOf = function* (row: PublicRow): Steps<string[]> {
    const linked = yield* links.all({ id: row.id });
    if (linked.length > 0) return linked.map(({ file }) => file);
    const { file, outputs = [] } = toRequest(row, box);
    const told = [file, ...outputs.map((output) => output.file)];
    return told.flatMap((one) => (one === undefined ? [] : [fileKey(one.name)]));
  };
  return async (accountId, id) =>
    database.writeFor(accountId, function* () {
      const at = { id, account_id: accountId };
      const row = yield* find.get(at);
      const instant = now();
      const traces = yield* expireTraces.run({ ...at, now: instant });
      // What was answered at once has no row, and maybe a trace.
      if (row === undefined) return traces > 0;
      const keys = yield* keysOf(row);
      const removed = yield* remove.get(at);
      if (removed === undefined) return false;
      if (removed.reservation_id !== null) yield* reservations.release(removed.reservation_id);
      for (const key of keys) yield* expire.run({ key, account_id: accountId, now: instant });
      yield* forgetWebhooks.run(at);
      return true;
    });
}
