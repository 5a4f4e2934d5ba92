import type { RateState, Usage } from '../../ports/accounts/usage.ts';
import type { Database, Dialect } from '../database.ts';

const MINUTE_MS = 60_000;

/** One statement reads, compares and writes. It gives no row when the minute is used up. */
function takeRate({ least }: Pick<Dialect, 'least'>): string {
  return `INSERT INTO rates (account_id, minute, taken)
    VALUES (:account_id, :minute, ${least}(CAST(:count AS BIGINT), CAST(:limit AS BIGINT)))
  ON CONFLICT (account_id) DO UPDATE SET
    taken = ${least}(CAST(:limit AS BIGINT),
      CASE WHEN rates.minute = :minute THEN rates.taken ELSE 0 END + CAST(:count AS BIGINT)),
    minute = :minute
  WHERE rates.minute <> :minute OR rates.taken < CAST(:limit AS BIGINT)
  RETURNING taken`;
}

function rateState(instant: number, limit: number, taken: number, allowed: boolean): RateState {
  const resetAt = (Math.floor(instant / MINUTE_MS) + 1) * MINUTE_MS;
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - taken),
    resetAt,
    resetSeconds: Math.max(1, Math.ceil((resetAt - instant) / 1000)),
  };
}

/**
 * Counts in a table that is written with every request and worthless a minute later.
 * @param patiently - runs a statement, again if another process is in its way
 */
export function createRates(
  database: Database,
  now: () => number,
  patiently: <Result>(work: () => Result | Promise<Result>) => Promise<Result>,
): Pick<Usage, 'takeRate' | 'rateState'> {
  const take = database.prepare<{ taken: number }>(takeRate(database.dialect));
  const read = database.prepare<{ taken: number }>(
    `SELECT taken FROM rates WHERE account_id = :account_id AND minute = :minute`,
  );
  const keyOf = (accountId: string, instant: number) => ({
    account_id: accountId,
    minute: Math.floor(instant / MINUTE_MS),
  });
  return {
    takeRate: async (accountId, limit, count = 1) => {
      const instant = now();
      const given = { ...keyOf(accountId, instant), limit, count };
      // One statement is a transaction by itself.
      const takeOne = () => database.read(() => take.get(given));
      const row = limit > 0 ? await patiently(takeOne) : undefined;
      return rateState(instant, limit, row?.taken ?? limit, row !== undefined);
    },
    rateState: async (accountId, limit) => {
      const instant = now();
      const row = await database.read(() => read.get(keyOf(accountId, instant)));
      const taken = row?.taken ?? 0;
      return rateState(instant, limit, taken, taken < limit);
    },
  };
}
