import type { DayUsage } from '@tintype/contract/wire';

/** The state of the window of one minute in which an account is. */
export interface RateState {
  /** True if the request may continue. Of `rateState`: if the next one might. */
  allowed: boolean;
  /** Requests per minute. */
  limit: number;
  /** Requests left in this minute. */
  remaining: number;
  /** When the next minute begins. */
  resetAt: number;
  /** Seconds until then, at least 1: for `x-ratelimit-reset` and `Retry-After`. */
  resetSeconds: number;
}

/** The renders of an account in the current month (UTC). */
export interface MonthUsage {
  /** Renders that were counted. */
  used: number;
  /** Renders under way, which will count if they succeed. */
  reserved: number;
  /** When the next month begins. */
  resetAt: number;
}

export interface Usage {
  /** Consumes one request, or up to `count`, of the current minute. */
  takeRate(accountId: string, limit: number, count?: number): Promise<RateState>;
  /** The same without taking one. */
  rateState(accountId: string, limit: number): Promise<RateState>;
  /** Reserves renders (default one) of this month's quota. Undefined if fewer are left. */
  reserve(accountId: string, quotaPerMonth: number, hits?: number): Promise<string | undefined>;
  /** Releases the part of a reservation beyond a number of renders. False if it was not open. */
  lower(reservationId: string, hits: number): Promise<boolean>;
  /** Counts a reserved render in the month of its reservation. False if it was not open. */
  settle(reservationId: string): Promise<boolean>;
  /** The render did not succeed: it does not count. False if this was not open. */
  release(reservationId: string): Promise<boolean>;
  used(accountId: string): Promise<MonthUsage>;
  /** Renders per day (UTC), newest first, without days that had none. */
  byDay(accountId: string, days: number): Promise<DayUsage[]>;
}
