import type { Usage } from '../ports/accounts/usage.ts';
import type { Database } from '../sql/database.ts';
import { MINUTE_MS, rateState, takeRate } from '../sql/accounts/rates.ts';

/**
 * A database of its own that never waits for the disk: it is written with every request and
 * worthless a minute later.
 */
export function createRates(
  database: Database,
  now: () => number,
): Pick<Usage, 'takeRate' | 'rateState'> {
  const take = database.prepare<{ taken: number }>(takeRate(database.dialect));
  const read = database.prepare<{ taken: number }>(
    `SELECT taken FROM rates WHERE account_id = :account_id AND minute = :minute`,
  );
  return {
    takeRate: async (accountId, limit, count = 1) => {
      const instant = now();
      const key = { account_id: accountId, minute: Math.floor(instant / MINUTE_MS) };
      // One statement is a transaction by itself.
      const row =
        limit > 0 ? await database.read(() => take.get({ ...key, limit, count })) : undefined;
      return rateState(instant, limit, row?.taken ?? limit, row !== undefined);
    },
    rateState: async (accountId, limit) => {
      const instant = now();
      const key = { account_id: accountId, minute: Math.floor(instant / MINUTE_MS) };
      const taken = (await database.read(() => read.get(key)))?.taken ?? 0;
      return rateState(instant, limit, taken, taken < limit);
    },
  };
}
