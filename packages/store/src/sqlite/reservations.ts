import { v7 as uuid } from 'uuid';
import type { Database } from './open-database.ts';

/** Steps of a transaction that somebody else holds. */
export interface Reservations {
  /**
   * Takes renders out of the quota (one, unless `hits` says otherwise), if so many are left. Without a `holder` it outlives the process.
   * Undefined quota: no limit.
   */
  open(reservation: {
    accountId: string;
    month: string;
    quota: number | undefined;
    holder: string | null;
    hits?: number | undefined;
  }): string | undefined;
  /** Gives back what is held beyond so many renders. False if this was not open. */
  lower(id: string, hits: number): boolean;
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
  hits: number;
}

/** Every change is one statement on one row of `usage`, so that parallel ones cannot both take the last render. */
export function createReservations(database: Database): Reservations {
  const begin = database.prepare(
    `INSERT INTO usage (account_id, month) VALUES (:account_id, :month) ON CONFLICT DO NOTHING`,
  );
  const take = database.prepare(
    `UPDATE usage SET reserved = reserved + :hits
     WHERE account_id = :account_id AND month = :month AND used + reserved + :hits <= :quota`,
  );
  const insert = database.prepare(
    `INSERT INTO reservations (id, account_id, month, holder, hits)
     VALUES (:id, :account_id, :month, :holder, :hits)`,
  );
  const remove = database.prepare<Place>(
    `DELETE FROM reservations WHERE id = :id RETURNING account_id, month, hits`,
  );
  const end = database.prepare(
    `UPDATE usage SET reserved = reserved - :hits, used = used + :counts * :hits
     WHERE account_id = :account_id AND month = :month`,
  );
  const find = database.prepare<Place>(
    `SELECT account_id, month, hits FROM reservations WHERE id = :id`,
  );
  const change = database.prepare(`UPDATE reservations SET hits = :hits WHERE id = :id`);
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
    open: ({ accountId, month, quota = Number.MAX_SAFE_INTEGER, holder, hits = 1 }) => {
      const place = { account_id: accountId, month };
      begin.run(place);
      if (take.run({ ...place, quota, hits }) === 0) return undefined;
      const id = uuid();
      insert.run({ id, ...place, holder, hits });
      return id;
    },
    lower: (id, hits) => {
      const place = find.get({ id });
      if (place && hits < place.hits) {
        change.run({ id, hits });
        end.run({ ...place, hits: place.hits - hits, counts: 0 });
      }
      return place !== undefined;
    },
    settle: (id) => finish(id, 1),
    release: (id) => finish(id, 0),
    releaseAll: (holder) => {
      for (const { id } of held.all({ holder })) finish(id, 0);
    },
    holders: () => holders.all().map(({ holder }) => holder),
  };
}
