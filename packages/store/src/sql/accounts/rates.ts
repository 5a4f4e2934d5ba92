import type { RateState } from '../../ports/accounts/usage.ts';
import type { Dialect } from '../database.ts';

export const MINUTE_MS = 60_000;

/** One statement reads, compares and writes. It gives no row when the minute is used up. */
export function takeRate({ least }: Pick<Dialect, 'least'>): string {
  return `INSERT INTO rates (account_id, minute, taken)
    VALUES (:account_id, :minute, ${least}(CAST(:count AS BIGINT), CAST(:limit AS BIGINT)))
  ON CONFLICT (account_id) DO UPDATE SET
    taken = ${least}(CAST(:limit AS BIGINT),
      CASE WHEN rates.minute = :minute THEN rates.taken ELSE 0 END + CAST(:count AS BIGINT)),
    minute = :minute
  WHERE rates.minute <> :minute OR rates.taken < CAST(:limit AS BIGINT)
  RETURNING taken`;
}

export function rateState(
  instant: number,
  limit: number,
  taken: number,
  allowed: boolean,
): RateState {
  const resetAt = (Math.floor(instant / MINUTE_MS) + 1) * MINUTE_MS;
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - taken),
    resetAt,
    resetSeconds: Math.max(1, Math.ceil((resetAt - instant) / 1000)),
  };
}
