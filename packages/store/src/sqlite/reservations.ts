import { v7 as uuid } from 'uuid';
import type { Database } from './open-database.ts';

/** Steps of a transaction that somebody else holds. */
export interface Reservations {
  /**
   * Takes one render out of the quota, if one is left. Without a `holder` it outlives the process.
   * Undefined quota: no limit.
   */
  open(reservation: {
    accountId: string;
    month: string;
    quota: number | undefined;
    holder: string | null;
  }): string | undefined;
  /** The render counts. False if this was not open. */
  settle(id: string): boolean;
  /** The render does not count. False if this was not open. */
  release(id: string): boolean;
  /** Releases what a process held. */
  releaseAll(holder: string): void;
  /** Who holds something. */
  holders(): string[];
}

interface Place {
  account_id: string;
  month: string;
}

/** Every change is one statement on one row of `usage`, so that parallel ones cannot both take the last render. */
export function createReservations(database: Database): Reservations {
  const begin = database.prepare(
    `INSERT INTO usage (account_id, month) VALUES (:account_id, :month) ON CONFLICT DO NOTHING`,
  );
  const take = database.prepare(
    `UPDATE usage SET reserved = reserved + 1
     WHERE account_id = :account_id AND month = :month AND used + reserved < :quota`,
  );
  const insert = database.prepare(
    `INSERT INTO reservations (id, account_id, month, holder)
     VALUES (:id, :account_id, :month, :holder)`,
  );
  const remove = database.prepare<Place>(
    `DELETE FROM reservations WHERE id = :id RETURNING account_id, month`,
  );
  const end = database.prepare(
    `UPDATE usage SET reserved = reserved - 1, used = used + :counts
     WHERE account_id = :account_id AND month = :month`,
  );
  const held = database.prepare<{ id: string }>(
    `SELECT id FROM reservations WHERE holder = :holder`,
  );
  const holders = database.prepare<{ holder: string }>(
    `SELECT DISTINCT holder FROM reservations WHERE holder IS NOT NULL`,
  );
  const finish = (id: string, counts: 0 | 1) => {
    const place = remove.get({ id });
    if (place) end.run({ ...place, counts });
    return place !== undefined;
  };
  return {
    open: ({ accountId, month, quota = Number.MAX_SAFE_INTEGER, holder }) => {
      const place = { account_id: accountId, month };
      begin.run(place);
      if (take.run({ ...place, quota }) === 0) return undefined;
      const id = uuid();
      insert.run({ id, ...place, holder });
      return id;
    },
    settle: (id) => finish(id, 1),
    release: (id) => finish(id, 0),
    releaseAll: (holder) => {
      for (const { id } of held.all({ holder })) finish(id, 0);
    },
    holders: () => holders.all().map(({ holder }) => holder),
  };
}
