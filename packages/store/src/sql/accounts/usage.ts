import type { Usage } from '../../ports/accounts/usage.ts';
import { dayOf, monthOf, nextMonthAt, createReservations } from './reservations.ts';
import type { Database, Steps } from '../database.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface UsageParts {
  /** May survive a kill only: a lost render is acceptable. */
  database: Database;
  rates: Pick<Usage, 'takeRate' | 'rateState'>;
  /** Under whose name renders are reserved. */
  holder: string;
  now: () => number;
}

export function createUsage({ database, rates, holder, now }: UsageParts): Usage {
  const reservations = createReservations(database, now);
  const read = database.prepare<{ used: number; reserved: number }>(
    `SELECT used, reserved FROM usage WHERE account_id = :account_id AND month = :month`,
  );
  const days = database.prepare<{ day: string; used: number }>(
    `SELECT day, used FROM usage_days WHERE account_id = :account_id AND day >= :first ORDER BY day DESC`,
  );
  /** Reservations that a full disk kept open; released when there is space again. */
  const left = new Set<string>();
  const end = async (id: string, how: (id: string) => Steps<boolean>) => {
    try {
      return await database.write(() => how(id));
    } catch (error) {
      left.add(id);
      throw error;
    }
  };
  return {
    takeRate: rates.takeRate,
    rateState: rates.rateState,
    reserve: async (accountId, quotaPerMonth, hits = 1) => {
      const ending = [...left];
      const id = await database.write(function* () {
        for (const one of ending) yield* reservations.release(one);
        return yield* reservations.open({
          accountId,
          month: monthOf(now()),
          quota: quotaPerMonth,
          holder,
          hits,
        });
      });
      // Not before it is committed: that needs room, too.
      for (const one of ending) left.delete(one);
      return id;
    },
    lower: async (id, hits) => database.write(() => reservations.lower(id, hits)),
    settle: async (id) => end(id, reservations.settle),
    release: async (id) => end(id, reservations.release),
    byDay: async (accountId, count) => {
      const first = dayOf(now() - (count - 1) * DAY_MS);
      return database.read(() => days.all({ account_id: accountId, first }));
    },
    used: async (accountId) => {
      const instant = now();
      const month = monthOf(instant);
      const row = await database.read(() => read.get({ account_id: accountId, month }));
      return {
        used: row?.used ?? 0,
        reserved: row?.reserved ?? 0,
        resetAt: nextMonthAt(instant),
      };
    },
  };
}
