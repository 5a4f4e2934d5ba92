import type { DeliveryClaim, DeliveryState, Outbox, RetryOutcome } from '../../ports/outbox.ts';
import type { SecretBox } from '../../keys/secret-box.ts';
import { prepareKept } from '../accounts/account-bounds.ts';
import { toDelivery, type DeliveryRow, type DeliveryRowParts } from './delivery-rows.ts';
import { createDeliveryClaims } from './delivery-claims.ts';
import type { Database, Steps } from '../database.ts';
import { prepareList, type RowPlace, prepareRowCounts } from '../prepare-list.ts';

export interface OutboxParts {
  database: Database;
  box: SecretBox;
  holder: string;
  now: () => number;
}

/** Texts of other servers are kept no longer than this. */
const MAX_ERROR_LENGTH = 500;

export function createOutbox(parts: OutboxParts): Outbox {
  const { database, now } = parts;
  const putBack = database.prepare(`UPDATE outbox
    SET available_at = :now, holder = NULL, lane = NULL, attempts = attempts - 1 ${IF_NEWEST}`);
  return {
    ...createDeliveryClaims(parts),
    ...prepareEndings(parts),
    putBack: async ({ delivery, token }) =>
      (await database.write(() => putBack.run({ id: delivery.id, token, now: now() }))) === 1,
    ...prepareViews(parts),
    ...prepareRetries(parts),
  };
}

/** Every change of a delivery that is under way says which claim it is of. */
const IF_NEWEST = `WHERE id = :id AND token = :token AND holder IS NOT NULL`;

/** The outcome of an attempt, for the delivery and for what is known of its receiver. */
function prepareEndings({
  database,
  now,
}: OutboxParts): Pick<Outbox, 'acknowledge' | 'giveUp' | 'postpone'> {
  const end = database.prepare<Receiver>(`UPDATE outbox
    SET state = :state, available_at = :next, lane = NULL, holder = NULL, finished_at = :finished,
        last_status = :status, last_error = :error
    ${IF_NEWEST} RETURNING account_id, host`);
  const works = database.prepare(
    `DELETE FROM failing_receivers WHERE account_id = :account_id AND host = :host`,
  );
  const fails =
    database.prepare(`INSERT INTO failing_receivers (account_id, host, failures, failed_at)
    VALUES (:account_id, :host, 1, :now)
    ON CONFLICT (account_id, host) DO UPDATE
      SET failures = failing_receivers.failures + 1, failed_at = :now`);
  const write = (
    { delivery: { id }, token }: DeliveryClaim,
    state: DeliveryState,
    { status = null, error = null, next = null }: Ending,
  ) =>
    database.write(function* () {
      const instant = now();
      const receiver = yield* end.get({
        id,
        token,
        state,
        next,
        status,
        finished: next === null ? instant : null,
        error: error?.slice(0, MAX_ERROR_LENGTH) ?? null,
      });
      if (!receiver) return false;
      if (state === 'delivered') yield* works.run({ ...receiver });
      else yield* fails.run({ ...receiver, now: instant });
      return true;
    });
  return {
    acknowledge: async (claim, status) => write(claim, 'delivered', { status }),
    giveUp: async (claim, trouble) => write(claim, 'failed', trouble),
    postpone: async (claim, { nextAttemptAt: next, ...trouble }) =>
      write(claim, 'pending', { ...trouble, next }),
  };
}

type Receiver = { account_id: string; host: string };

interface Ending {
  status?: number | null;
  error?: string | null;
  next?: number | null;
}

function prepareViews({
  database,
  box,
}: DeliveryRowParts): Pick<Outbox, 'get' | 'list' | 'counts'> {
  const get = database.prepare<DeliveryRow>(`SELECT * FROM outbox WHERE id = :id`);
  const placeOf = database.prepare<RowPlace<string>>(
    `SELECT created_at AS "createdAt", id FROM outbox WHERE id = :id`,
  );
  const list = prepareList<DeliveryRow>(database, {
    table: 'outbox',
    columns: ['account_id', 'state'],
    order: 'DESC',
  });
  const counts = prepareRowCounts(database, 'outbox', ['pending', 'delivered', 'failed']);
  return {
    get: async (id) => {
      const row = await database.read(() => get.get({ id }));
      return row && toDelivery(row, box);
    },
    list: async ({ accountId, state, limit, before }) =>
      database.read(function* () {
        const after = before === undefined ? undefined : yield* placeOf.get({ id: before });
        if (before !== undefined && !after) return [];
        const rows = yield* list({ account_id: accountId, state }, { limit, after });
        return rows.map((row) => toDelivery(row, box));
      }),
    counts: async () => database.read(counts),
  };
}

function prepareRetries({ database, now }: OutboxParts): Pick<Outbox, 'retry' | 'retryFor'> {
  // A new token makes a claim that is still open worthless: the first attempt must not be its last.
  const retry = database.prepare(`UPDATE outbox
    SET state = 'pending', available_at = :now, lane = NULL, holder = NULL, finished_at = NULL, attempts = 0,
        token = token + 1
    WHERE id = :id`);
  const ownerOf = database.prepare<Pick<DeliveryRow, 'account_id'>>(
    `SELECT account_id FROM outbox WHERE id = :id`,
  );
  const stateOf = database.prepare<{ state: string }>(
    `SELECT state FROM outbox WHERE id = :id AND account_id = :account_id`,
  );
  const kept = prepareKept(database);
  return {
    retry: async (id) => {
      const accountId = (await database.read(() => ownerOf.get({ id })))?.account_id;
      if (accountId === undefined) return false;
      return (await database.writeFor(accountId, () => retry.run({ id, now: now() }))) === 1;
    },
    // Whatever makes one of the account's webhooks wait, again or for the first time, takes its
    // turn: so the count holds.
    retryFor: async (accountId, id, { waiting }) =>
      database.writeFor(accountId, function* (): Steps<RetryOutcome> {
        const row = yield* stateOf.get({ id, account_id: accountId });
        if (!row) return 'unknown';
        if (row.state === 'pending') return 'pending';
        if ((yield* kept(accountId)).webhooks >= waiting) return 'too_many_waiting';
        yield* retry.run({ id, now: now() });
        return 'queued';
      }),
  };
}
