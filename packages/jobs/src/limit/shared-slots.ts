import type { Slots } from '@tintype/store';
import type { Share } from './account-shares.ts';

/**
 * Keeps what this process holds of the slots of accounts in step with what it could use, where
 * several processes share them.
 */
export interface SharedSlots {
  /** A render has ended: its slot goes to the next one, here or in another process. */
  ended(share: Share): void;
  /** Requests slots for shares that could start with one more, and releases unused ones. */
  settle(starving: Iterable<Share>): void;
  /** Others have given something back. */
  look(): void;
}

export interface SharedSlotsParts {
  slots: Slots;
  /** Number of further renders of an account that could start now, if it held their slots. */
  couldStart(share: Share): number;
  /** Starts what may start. */
  start(): void;
}

/** Interval of repeated requests for slots: another process may end without a notification. */
const ASK_AGAIN_MS = 1_000;

export function createSharedSlots({ slots, couldStart, start }: SharedSlotsParts): SharedSlots {
  const changed = new Set<Share>();
  const asking = new Set<Share>();
  const later = new Map<Share, NodeJS.Timeout>();

  /** Returns whether it holds all that it could use. */
  const askOnce = async (share: Share, account: string): Promise<boolean> => {
    const { running } = share.usage;
    const wanted = running + couldStart(share);
    // Nothing starts here while it is not known what it holds.
    share.leased = running;
    try {
      share.leased = await slots.hold(account, { running, wanted, limit: share.limit });
    } catch {
      // A waiting render has a deadline, and other calls report the failure of the store.
      return false;
    }
    const isSatisfied = share.leased >= wanted;
    start();
    if (share.leased > share.usage.running) {
      // It has ended, or another one was first: other processes may need the slot.
      share.leased = share.usage.running;
      changed.add(share);
    }
    return isSatisfied;
  };

  const ask = async (share: Share) => {
    const { account } = share;
    if (account === undefined || asking.has(share)) return;
    asking.add(share);
    clearTimeout(later.get(share));
    later.delete(share);
    let isSatisfied: boolean;
    do {
      changed.delete(share);
      isSatisfied = await askOnce(share, account);
    } while (changed.has(share));
    asking.delete(share);
    share.isSettled = isSatisfied;
    if (!isSatisfied) askLater(share);
  };

  const askLater = (share: Share) => {
    const timer = setTimeout(() => void ask(share), ASK_AGAIN_MS).unref();
    later.set(share, timer);
  };

  return {
    ended(share) {
      share.leased = Math.min(share.leased, share.usage.running);
      share.isSettled = false;
      changed.add(share);
    },
    settle(starving) {
      for (const share of [...starving, ...changed]) {
        share.isSettled = false;
        // A rejected share waits for its time, or for a notification.
        if (changed.has(share) || !later.has(share)) void ask(share);
      }
    },
    look() {
      for (const share of later.keys()) void ask(share);
    },
  };
}
