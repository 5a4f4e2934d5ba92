import type { DeliveryClaim, DeliveryState, Outbox } from '../ports/outbox.ts';
import { toDelivery, type DeliveryRow } from './delivery-rows.ts';
import { prepareDueGroups, prepareNextDue } from './due-groups.ts';
import type { Database } from './open-database.ts';
import { createTurns, takeInTurns } from './take-turns.ts';

/** What an outbox lies on. */
export interface OutboxParts {
  database: Database;
  holder: string;
  now: () => number;
}

const DUE = { table: 'outbox', group: 'host', due: 'available_at' } as const;

/** Texts of other servers are kept no longer than this. */
const MAX_ERROR_LENGTH = 500;

export function createOutbox({ database, holder, now }: OutboxParts): Outbox {
  const dueHosts = prepareDueGroups(database, DUE);
  const nextDue = prepareNextDue(database, DUE);
  const underWay = database.prepare<{ count: number }>(`SELECT count(*) AS count FROM outbox
    WHERE host = :host AND holder IS NOT NULL AND available_at > :now`);
  const takeNext = database.prepare<DeliveryRow>(`UPDATE outbox
    SET available_at = :lease_until, token = token + 1, attempts = attempts + 1, holder = :holder
    WHERE id = (SELECT id FROM outbox WHERE host = :host AND available_at <= :now
                ORDER BY available_at, id LIMIT 1)
    RETURNING *`);
  const end = database.prepare(`UPDATE outbox
    SET state = :state, available_at = NULL, holder = NULL, finished_at = :now,
        last_status = :status, last_error = :error
    WHERE id = :id AND token = :token AND holder IS NOT NULL`);
  const delay = database.prepare(`UPDATE outbox
    SET available_at = :next, holder = NULL, last_status = :status, last_error = :error
    WHERE id = :id AND token = :token AND holder IS NOT NULL`);
  const putBack = database.prepare(`UPDATE outbox
    SET available_at = :now, holder = NULL, attempts = attempts - 1
    WHERE id = :id AND token = :token AND holder IS NOT NULL`);
  const turns = createTurns();

  const claimOf = (host: string, instant: number, leaseMs: number): DeliveryClaim | undefined => {
    const row = takeNext.get({ host, now: instant, lease_until: instant + leaseMs, holder });
    return row && { delivery: toDelivery(row), token: row.token };
  };
  const finish = (
    { delivery, token }: DeliveryClaim,
    state: DeliveryState,
    { status, error }: { status?: number; error?: string },
  ) =>
    database.write(() => {
      const result = { status: status ?? null, error: error?.slice(0, MAX_ERROR_LENGTH) ?? null };
      return end.run({ id: delivery.id, token, state, now: now(), ...result }) === 1;
    });

  return {
    claimDue: async ({ leaseMs, limit, perHost }) => {
      if (database.read(() => dueHosts(now())).length === 0) return [];
      return database.write(() => {
        const instant = now();
        return takeInTurns(dueHosts(instant), limit, turns, (host) => {
          const { count } = underWay.get({ host, now: instant }) ?? { count: 0 };
          if (count >= perHost) return undefined;
          return claimOf(host, instant, leaseMs);
        });
      });
    },
    acknowledge: async (claim, status) => finish(claim, 'delivered', { status }),
    giveUp: async (claim, trouble) => finish(claim, 'failed', trouble),
    postpone: async ({ delivery, token }, { nextAttemptAt, status, error }) =>
      database.write(
        () =>
          delay.run({
            id: delivery.id,
            token,
            next: nextAttemptAt,
            status: status ?? null,
            error: error.slice(0, MAX_ERROR_LENGTH),
          }) === 1,
      ),
    putBack: async ({ delivery, token }) =>
      database.write(() => putBack.run({ id: delivery.id, token, now: now() }) === 1),
    ...prepareViews(database, now),
    nextDueAt: async () => database.read(() => nextDue()),
  };
}

function prepareViews(
  database: Database,
  now: () => number,
): Pick<Outbox, 'get' | 'list' | 'retry' | 'counts'> {
  const get = database.prepare<DeliveryRow>(`SELECT * FROM outbox WHERE id = :id`);
  const list = database.prepare<DeliveryRow>(`SELECT * FROM outbox
    WHERE (:account_id IS NULL OR account_id = :account_id)
      AND (:state IS NULL OR state = :state)
      AND (:before IS NULL OR (created_at, id) <
           (SELECT created_at, id FROM outbox WHERE id = :before))
    ORDER BY created_at DESC, id DESC LIMIT :limit`);
  // A new token makes a claim that is still open worthless: the first attempt must not be its last.
  const retry = database.prepare(`UPDATE outbox
    SET state = 'pending', available_at = :now, holder = NULL, finished_at = NULL, attempts = 0,
        token = token + 1
    WHERE id = :id`);
  const counts = database.prepare<{ state: DeliveryState; count: number }>(
    `SELECT state, count(*) AS count FROM outbox GROUP BY state`,
  );
  return {
    get: async (id) => {
      const row = database.read(() => get.get({ id }));
      return row && toDelivery(row);
    },
    list: async ({ accountId, state, limit, before }) =>
      database
        .read(() =>
          list.all({
            account_id: accountId ?? null,
            state: state ?? null,
            before: before ?? null,
            limit,
          }),
        )
        .map(toDelivery),
    retry: async (id) => database.write(() => retry.run({ id, now: now() }) === 1),
    counts: async () => {
      const rows = database.read(() => counts.all());
      const count = (state: DeliveryState) => rows.find((row) => row.state === state)?.count ?? 0;
      return {
        pending: count('pending'),
        delivered: count('delivered'),
        failed: count('failed'),
      };
    },
  };
}
