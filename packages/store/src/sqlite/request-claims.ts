import type { ErrorBody } from '@tintype/contract';
import type { NewDelivery } from '../ports/outbox.ts';
import type { NewFile } from '../ports/files.ts';
import type { RequestClaim, Requests } from '../ports/requests.ts';
import { prepareInsertDelivery } from './delivery-rows.ts';
import { prepareDueGroups, prepareNextDue } from './due-groups.ts';
import { fileColumns, toRequest, type RequestRow } from './request-rows.ts';
import { prepareInsertFile } from './file-rows.ts';
import type { RequestsParts } from './requests.ts';
import { createReservations } from './reservations.ts';
import { createTurns, takeInTurns } from './take-turns.ts';

type Claims = Pick<
  Requests,
  'claim' | 'extend' | 'succeed' | 'fail' | 'retryLater' | 'putBack' | 'nextDueAt'
>;

const DUE = { table: 'requests', group: 'account_id', due: 'available_at' } as const;

/** Every change of a claimed request says which claim it is of. */
const IF_NEWEST = `WHERE id = :id AND token = :token AND status = 'processing'`;

export function createRequestClaims(parts: RequestsParts): Claims {
  const { database, now } = parts;
  const nextDue = prepareNextDue(database, DUE);
  const lengthen = database.prepare(`UPDATE requests SET available_at = :until ${IF_NEWEST}`);
  const release = database.prepare(`UPDATE requests
    SET status = 'queued', available_at = :at, holder = NULL, tries = tries - :untried ${IF_NEWEST}`);
  const giveBack = ({ request: { id }, token }: RequestClaim, at: number, untried: 0 | 1) =>
    database.write(() => release.run({ id, token, at, untried }) === 1);
  return {
    claim: prepareClaim(parts),
    extend: async ({ request: { id }, token }, leaseMs) =>
      database.write(() => lengthen.run({ id, token, until: now() + leaseMs }) === 1),
    ...prepareEndings(parts),
    retryLater: async (claim, notBeforeAt) => giveBack(claim, notBeforeAt, 0),
    putBack: async (claim) => giveBack(claim, now(), 1),
    nextDueAt: async () => database.read(() => nextDue()),
  };
}

function prepareClaim({ database, box, holder, now }: RequestsParts): Claims['claim'] {
  const dueAccounts = prepareDueGroups(database, DUE);
  const takeNext = database.prepare<RequestRow>(`UPDATE requests
    SET status = 'processing', available_at = :lease_until, token = token + 1, tries = tries + 1,
        started_at = coalesce(started_at, :now), holder = :holder
    WHERE id = (SELECT id FROM requests WHERE account_id = :account_id AND available_at <= :now
                ORDER BY available_at, id LIMIT 1)
    RETURNING *`);
  const turns = createTurns();
  return async ({ leaseMs, limit, excludeAccounts = [] }) => {
    const excluded = new Set(excludeAccounts);
    const waiting = () => dueAccounts(now()).filter((id) => !excluded.has(id));
    // Most looks find nothing, and need not wait for those who write.
    if (database.read(waiting).length === 0) return [];
    return database.write(() => {
      const instant = now();
      return takeInTurns(waiting(), limit, turns, (accountId) => {
        const row = takeNext.get({
          account_id: accountId,
          now: instant,
          lease_until: instant + leaseMs,
          holder,
        });
        return row && { request: toRequest(row, box), token: row.token };
      });
    });
  };
}

interface Ending {
  status: 'succeeded' | 'failed';
  counts: boolean;
  file?: NewFile;
  error?: ErrorBody;
  delivery: NewDelivery | undefined;
}

function prepareEndings({ database, now }: RequestsParts): Pick<Claims, 'succeed' | 'fail'> {
  const finish = database.prepare<{ account_id: string; reservation_id: string | null }>(
    `UPDATE requests
     SET status = :status, finished_at = :now, available_at = NULL, holder = NULL, error = :error,
         file_name = :file_name, file_extension = :file_extension, file_expires_at = :file_expires_at
     ${IF_NEWEST} RETURNING account_id, reservation_id`,
  );
  const insertFile = prepareInsertFile(database, now);
  const insertDelivery = prepareInsertDelivery(database, now);
  const reservations = createReservations(database);

  const end = ({ request: { id }, token }: RequestClaim, ending: Ending) =>
    database.write(() => {
      const { status, counts, file, error, delivery } = ending;
      const row = finish.get({
        id,
        token,
        now: now(),
        status,
        error: error ? JSON.stringify(error) : null,
        ...fileColumns(file),
      });
      if (!row) return false;
      if (file) insertFile(row.account_id, file);
      if (row.reservation_id !== null) {
        if (counts) reservations.settle(row.reservation_id);
        else reservations.release(row.reservation_id);
      }
      if (delivery) insertDelivery(delivery);
      return true;
    });
  return {
    succeed: async (claim, { file, counts }, delivery) =>
      end(claim, { status: 'succeeded', counts, file, delivery }),
    fail: async (claim, error, delivery) =>
      end(claim, { status: 'failed', counts: false, error, delivery }),
  };
}
