import type { Usage } from '../ports/usage.ts';
import { monthOf, nextMonthAt } from './months.ts';
import type { Database } from './open-database.ts';
import type { Rates } from './rates.ts';
import { createReservations } from './reservations.ts';

/** What usage lies on. */
export interface UsageParts {
  /** May be one that survives a kill, but not a loss of power: a render more or less is no promise. */
  database: Database;
  rates: Rates;
  /** Under whose name renders are reserved. */
  holder: string;
  now: () => number;
}

export function createUsage({ database, rates, holder, now }: UsageParts): Usage {
  const reservations = createReservations(database);
  const read = database.prepare<{ used: number; reserved: number }>(
    `SELECT used, reserved FROM usage WHERE account_id = :account_id AND month = :month`,
  );
  return {
    takeRate: rates.takeRate,
    rateState: rates.rateState,
    reserve: async (accountId, quotaPerMonth) =>
      database.write(() =>
        reservations.open({ accountId, month: monthOf(now()), quota: quotaPerMonth, holder }),
      ),
    settle: async (id) => database.write(() => reservations.settle(id)),
    release: async (id) => database.write(() => reservations.release(id)),
    used: async (accountId) => {
      const instant = now();
      const row = database.read(() => read.get({ account_id: accountId, month: monthOf(instant) }));
      return {
        used: row?.used ?? 0,
        reserved: row?.reserved ?? 0,
        resetAt: nextMonthAt(instant),
      };
    },
  };
}
