import type { Monitors } from '../../ports/monitors.ts';
import { createRotation, takeRoundRobin } from '../round-robin.ts';
import { toClaim, type CheckRow, type MonitorParts } from './check-rows.ts';

/**
 * Claims the earliest pending check whose run has finished, of each account in turn; none of an
 * account of which one is claimed.
 */
export function prepareClaimCheck({ database, box, holder, now }: MonitorParts): Monitors['claim'] {
  // Pending checks are few: at most one for each run that has not finished, and those of the last
  // moments.
  const ready = `pending.available_at <= :now
    AND NOT EXISTS (SELECT 1 FROM ${database.dialect.openRequests} AS run
      WHERE run.id = pending.request_id AND run.available_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM monitor_checks AS earlier
      WHERE earlier.task_id = pending.task_id AND earlier.available_at IS NOT NULL
        AND (earlier.created_at, earlier.request_id) < (pending.created_at, pending.request_id))
    AND NOT EXISTS (SELECT 1 FROM monitor_checks AS other
      WHERE other.account_id = pending.account_id AND other.holder IS NOT NULL
        AND other.available_at > :now)`;
  const accounts = database.prepare<{ account_id: string }>(
    `SELECT DISTINCT account_id FROM monitor_checks AS pending WHERE ${ready} ORDER BY account_id`,
  );
  const take = database.prepare<CheckRow>(`UPDATE monitor_checks
    SET available_at = :lease_until, token = token + 1, holder = :holder
    WHERE request_id = (SELECT request_id FROM monitor_checks AS pending
      WHERE account_id = :account_id AND ${ready} ORDER BY created_at, request_id LIMIT 1)
    RETURNING *`);
  const rotation = createRotation();
  return async (leaseMs) => {
    // Most looks find nothing, and need not wait for those who write.
    if ((await database.read(() => accounts.get({ now: now() }))) === undefined) return undefined;
    return database.writeFor('monitors', function* () {
      const at = { now: now(), lease_until: now() + leaseMs, holder };
      const names = (yield* accounts.all({ now: at.now })).map((row) => row.account_id);
      const takeOf = (accountId: string) => take.get({ ...at, account_id: accountId });
      const [row] = yield* takeRoundRobin(names, 1, rotation, takeOf);
      return row && toClaim(row, box);
    });
  };
}
