import { v7 as uuid } from 'uuid';
import type { Database, Steps } from '../database.ts';

/** Steps of the caller's transaction. */
export interface Reservations {
  /**
   * Reserves renders (default one) if the quota allows. Without a `holder` it outlives the process.
   * Undefined quota: unlimited.
   */
  open(reservation: {
    accountId: string;
    month: string;
    quota: number | undefined;
    holder: string | null;
    hits?: number | undefined;
  }): Steps<string | undefined>;
  /** Releases the part beyond a number of renders. False if it was not open. */
  lower(id: string, hits: number): Steps<boolean>;
  /** The render counts. False if this was not open. */
  settle(id: string): Steps<boolean>;
  /** The render does not count. False if this was not open. */
  release(id: string): Steps<boolean>;
  /** Releases what a process held. */
  releaseAll(holder: string): Steps<void>;
  /** Processes that hold something. */
  holders(): Steps<string[]>;
}

interface Place {
  account_id: string;
  month: string;
  hits: number;
}

/**
 * Each change is one statement on one row of `usage`, so concurrent ones cannot take the same
 * render.
 */
export function createReservations(database: Database, now: () => number): Reservations {
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
    `UPDATE usage SET reserved = reserved - :hits, used = used + :counted
     WHERE account_id = :account_id AND month = :month`,
  );
  const countDay = database.prepare(`INSERT INTO usage_days (account_id, day, used)
    VALUES (:account_id, :day, :used)
    ON CONFLICT (account_id, day) DO UPDATE SET used = usage_days.used + excluded.used`);
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
  const finish = function* (id: string, counts: boolean): Steps<boolean> {
    const place = yield* remove.get({ id });
    if (place === undefined) return false;
    const { account_id, hits } = place;
    yield* end.run({ ...place, counted: counts ? hits : 0 });
    if (counts) yield* countDay.run({ account_id, day: dayOf(now()), used: hits });
    return true;
  };
  return {
    *open({ accountId, month, quota = Number.MAX_SAFE_INTEGER, holder, hits = 1 }) {
      const place = { account_id: accountId, month };
      yield* begin.run(place);
      if ((yield* take.run({ ...place, quota, hits })) === 0) return undefined;
      const id = uuid();
      yield* insert.run({ id, ...place, holder, hits });
      return id;
    },
    *lower(id, hits) {
      const place = yield* find.get({ id });
      if (place && hits < place.hits) {
        yield* change.run({ id, hits });
        yield* end.run({ ...place, hits: place.hits - hits, counted: 0 });
      }
      return place !== undefined;
    },
    settle: (id) => finish(id, true),
    release: (id) => finish(id, false),
    *releaseAll(holder) {
      for (const { id } of yield* held.all({ holder })) yield* finish(id, false);
    },
    *holders() {
      return (yield* holders.all()).map(({ holder }) => holder);
    },
  };
}

/** The calendar month (UTC) of a timestamp, as `2026-11`. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The calendar day (UTC) of a timestamp, as `2026-11-21`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The start of the month after that of a timestamp. */
export function nextMonthAt(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
