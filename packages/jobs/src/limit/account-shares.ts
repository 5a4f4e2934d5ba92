import { SlotUsage } from './slot-usage.ts';
import type { Account, PlanName, Plans } from '@tintype/store';

/** Work in progress of an account, and its use of slots. */
export interface Share {
  /** Undefined for work without an account. */
  readonly account: string | undefined;
  readonly usage: SlotUsage;
  waiting: number;
  /** All of its work, in whatever state. */
  held: number;
  endedMs: number;
  /** Maximum of limited work running at once, here or in all processes that share slots. */
  limit: number;
  /** Running work that counts. */
  bounded: number;
  /** Number of slots that this process holds for it. Infinity if the process counts on its own. */
  leased: number;
  /** True if the other processes know what it holds. */
  isSettled: boolean;
}

/** The shares of those who have work under way, or had until lately. */
export interface AccountShares {
  of(account: string | undefined, limit: number, isShared?: boolean): Share;
  /** Number of accounts that have work in progress, or used a slot lately. */
  active(nowMs: number): number;
  /** True if another account has work under way, or had within the last seconds. */
  hasOthers(share: Share, nowMs: number): boolean;
  /** Number of accounts that are remembered. */
  readonly size: number;
  /** Forgets idle accounts without recent use or credit beyond `spentMs`. */
  forget(spentMs: number, nowMs: number): void;
}

/** An account that used less than this of one slot lately counts as unused. */
const leastSlots = 0.01;

/** An account that renders one page after the other is active in the pauses between them, too. */
const pauseMs = 5_000;
/** Accounts that are remembered before any is forgotten. */
const roomy = 256;

/** @param usualMs - how long work takes whose owner is new */
export function createAccountShares(usualMs: () => number, now: () => number): AccountShares {
  const shares = new Map<string, Share>();
  let forgetFrom = roomy;
  const create = (account: string | undefined, limit: number): Share => ({
    account,
    usage: new SlotUsage(usualMs(), now()),
    waiting: 0,
    held: 0,
    endedMs: -Infinity,
    limit,
    bounded: 0,
    leased: Infinity,
    isSettled: true,
  });
  const withoutAccount = create(undefined, Infinity);
  const isThere = ({ held, endedMs }: Share, nowMs: number) =>
    held > 0 || nowMs - endedMs < pauseMs;
  const isActive = ({ held, usage }: Share, nowMs: number) =>
    held > 0 || usage.recentSlots(nowMs) >= leastSlots;

  return {
    get size() {
      return shares.size;
    },
    of(account, limit, isShared = false) {
      if (account === undefined) return withoutAccount;
      const share = shares.get(account) ?? create(account, limit);
      // What is not bounded says nothing about the rest.
      if (limit !== Infinity) share.limit = limit;
      if (!isShared) share.leased = Infinity;
      else if (share.leased === Infinity) share.leased = share.usage.running;
      shares.set(account, share);
      return share;
    },
    active: (nowMs) => {
      let count = 0;
      for (const share of shares.values()) if (isActive(share, nowMs)) count += 1;
      return count;
    },
    hasOthers: (own, nowMs) => {
      for (const share of shares.values()) if (share !== own && isThere(share, nowMs)) return true;
      return false;
    },
    forget(spentMs, nowMs) {
      if (shares.size < forgetFrom) return;
      for (const [account, share] of shares) {
        const isAhead = share.usage.spentMs(nowMs) > spentMs;
        const isIdle = !isActive(share, nowMs) && !isThere(share, nowMs);
        if (!isAhead && share.isSettled && isIdle) shares.delete(account);
      }
      forgetFrom = Math.max(roomy, 2 * shares.size);
    },
  };
}

/** Share of the slots per plan, unless configured. */
export const accountParts: Readonly<Record<PlanName, number>> = {
  free: 1 / 4,
  pro: 1 / 2,
  scale: 1,
};

/**
 * Maximum concurrent renders of an account: its plan's, or a share of the slots that leaves at
 * least one to others.
 */
export function accountConcurrency(
  { plan }: Pick<Account, 'plan'>,
  plans: Plans,
  concurrency: number,
): number {
  const part = Math.min(Math.floor(accountParts[plan] * concurrency), concurrency - 1);
  return plans[plan].concurrency ?? Math.max(1, part);
}
