import type { ErrorBody } from '@tintype/contract';
import type { NewDelivery } from '../../ports/outbox.ts';
import type { RequestClaim, Requests, Results } from '../../ports/requests/requests.ts';
import { prepareInsertDelivery } from '../deliveries/delivery-rows.ts';
import { prepareDueGroups, prepareNextDue } from '../due-groups.ts';
import {
  detailsWith,
  fileColumns,
  toClaimedRequest,
  type RequestRow,
  type PublicDetails,
  type RequestsParts,
} from './request-rows.ts';
import { filesOf, prepareLinkFiles } from '../files/file-links.ts';
import { prepareInsertFile } from '../files/file-rows.ts';
import type { Database, Steps } from '../database.ts';
import { createReservations } from '../accounts/reservations.ts';
import { createRotation, takeRoundRobin } from '../round-robin.ts';

type Claims = Pick<
  Requests,
  'claim' | 'extend' | 'succeed' | 'fail' | 'retryLater' | 'putBack' | 'nextDueAt'
>;

const dueIn = (database: Database) =>
  ({ table: database.dialect.openRequests, group: 'account_id', due: 'available_at' }) as const;

/** Each has its own index, so that one kind cannot hide the other behind ten thousand rows. */
const ONLY = {
  all: 'TRUE',
  recordings: 'records = 1',
  others: 'records = 0',
} as const;

/** Every change of a claimed request says which claim it is of. */
const IF_NEWEST = `WHERE id = :id AND token = :token AND status = 'processing'`;

export function createRequestClaims(parts: RequestsParts): Claims {
  const { database, now } = parts;
  const nextDue = prepareNextDue(database, dueIn(database), [ONLY.recordings, ONLY.others]);
  const lengthen = database.prepare(`UPDATE requests SET available_at = :until ${IF_NEWEST}`);
  const release = database.prepare(`UPDATE requests
    SET status = 'queued', available_at = :at, holder = NULL, tries = tries - :untried ${IF_NEWEST}`);
  const giveBack = async ({ request: { id }, token }: RequestClaim, at: number, untried: 0 | 1) =>
    (await database.write(() => release.run({ id, token, at, untried }))) === 1;
  return {
    claim: prepareClaim(parts),
    extend: async ({ request: { id }, token }, leaseMs) =>
      (await database.write(() => lengthen.run({ id, token, until: now() + leaseMs }))) === 1,
    ...prepareEndings(parts),
    retryLater: async (claim, notBeforeAt) => giveBack(claim, notBeforeAt, 0),
    putBack: async (claim, notBeforeAt = now()) => giveBack(claim, notBeforeAt, 1),
    nextDueAt: async () => database.read(() => nextDue()),
  };
}

function prepareClaim(parts: RequestsParts): Claims['claim'] {
  const claims = {
    all: prepareClaimOnly(parts, 'all'),
    recordings: prepareClaimOnly(parts, 'recordings'),
    others: prepareClaimOnly(parts, 'others'),
  };
  return async ({ records, ...options }) =>
    claims[records === undefined ? 'all' : records ? 'recordings' : 'others'](options);
}

function prepareClaimOnly(
  { database, box, holder, now }: RequestsParts,
  which: keyof typeof ONLY,
): (options: Omit<Parameters<Claims['claim']>[0], 'records'>) => Promise<RequestClaim[]> {
  const rotation = createRotation();
  const only = ONLY[which];
  const dueAccounts = prepareDueGroups(database, { ...dueIn(database), only });
  const prepareTake = (known = 'TRUE') =>
    database.prepare<RequestRow>(`UPDATE requests
    SET status = 'processing', available_at = :lease_until, token = token + 1, tries = tries + 1,
        started_at = coalesce(started_at, :now), holder = :holder
    WHERE id = (${database.dialect.firstOpen(
      `account_id = :account_id AND available_at <= :now AND ${only} AND ${known}`,
    )}) RETURNING *`);
  const takeAny = prepareTake();
  // The kind comes after the order in the index: excluded kinds are skipped there, and most
  // programs know all kinds.
  const takeKnown = prepareTake(`kind NOT IN (${database.dialect.valuesOf(':exclude_kinds')})`);
  return async (options) => {
    const { leaseMs, limit, excludeAccounts = [], perAccount = Infinity } = options;
    const { excludeKinds = [] } = options;
    const isAny = excludeKinds.length === 0;
    const takeNext = isAny ? takeAny : takeKnown;
    const kinds = isAny ? {} : { exclude_kinds: JSON.stringify(excludeKinds) };
    // Most looks find nothing, and need not wait for those who write.
    if (!(await database.read(() => dueAccounts.any(now(), excludeAccounts)))) return [];
    return database.write(function* () {
      const instant = now();
      const waiting = yield* dueAccounts.find(instant, excludeAccounts);
      const taken = new Map<string, number>();
      const takeFrom = function* (accountId: string): Steps<RequestClaim | undefined> {
        const count = (taken.get(accountId) ?? 0) + 1;
        if (count > perAccount) return undefined;
        taken.set(accountId, count);
        const row = yield* takeNext.get({
          account_id: accountId,
          now: instant,
          lease_until: instant + leaseMs,
          holder,
          ...kinds,
        });
        return row && { request: toClaimedRequest(row, box), token: row.token };
      };
      return yield* takeRoundRobin(waiting, limit, rotation, takeFrom, excludeAccounts);
    });
  };
}

interface Ending {
  status: 'succeeded' | 'failed';
  counts: boolean;
  hits?: number | undefined;
  results?: Results;
  storedBytes?: number | undefined;
  metadata?: PublicDetails['metadata'];
  error?: ErrorBody;
  delivery: NewDelivery | undefined;
}

function prepareEndings({ database, box, now }: RequestsParts): Pick<Claims, 'succeed' | 'fail'> {
  const finish = database.prepare<{ account_id: string; reservation_id: string | null }>(
    `UPDATE requests
     SET status = :status, finished_at = :now, available_at = NULL, holder = NULL, error = :error,
         file = :file, file_extension = :file_extension, file_expires_at = :file_expires_at,
         parameters = :empty, parameter_bytes = 0, details = coalesce(:details, details)
     ${IF_NEWEST} RETURNING account_id, reservation_id`,
  );
  const linkFiles = prepareLinkFiles(database);
  const expireTraces = database.prepare(`UPDATE files SET expires_at = :now
    WHERE account_id = :account_id AND trace_of = :id AND expires_at > :now`);
  const insertFile = prepareInsertFile({ database, box, now });
  const insertDelivery = prepareInsertDelivery({ database, box, now });
  const reservations = createReservations(database, now);

  const end = ({ request, token }: RequestClaim, ending: Ending) =>
    database.writeFor(request.accountId, function* () {
      const { status, counts, hits, results = {}, storedBytes, metadata, error, delivery } = ending;
      const { file, outputs }: Results = results;
      const { id } = request;
      const row = yield* finish.get({
        empty: new Uint8Array(),
        id,
        token,
        now: now(),
        status,
        error: error ? JSON.stringify(error) : null,
        details: detailsWith(request, { metadata, outputs }, box),
        ...fileColumns({ id }, file, box),
      });
      if (!row) return false;
      for (const one of filesOf(results)) yield* insertFile(row.account_id, one, storedBytes);
      yield* linkFiles(request, results);
      // That of an attempt before.
      if (status === 'succeeded' && !outputs?.some((output) => output.error !== undefined)) {
        yield* expireTraces.run({ account_id: row.account_id, id, now: now() });
      }
      if (row.reservation_id !== null) {
        if (hits !== undefined) yield* reservations.lower(row.reservation_id, hits);
        if (counts) yield* reservations.settle(row.reservation_id);
        else yield* reservations.release(row.reservation_id);
      }
      if (delivery) yield* insertDelivery(delivery);
      return true;
    });
  return {
    succeed: async (claim, { counts, hits, storedBytes, metadata, ...results }, delivery) =>
      end(claim, { status: 'succeeded', counts, hits, results, storedBytes, metadata, delivery }),
    fail: async (claim, { error, counts = false, hits }, delivery) =>
      end(claim, { status: 'failed', counts, hits, error, delivery }),
  };
}
