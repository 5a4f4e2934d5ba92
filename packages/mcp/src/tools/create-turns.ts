import { RenderError } from '@tintype/contract';

/** Limits of work. */
export interface TurnBounds {
  /** So many at the same time; others wait. */
  atOnce: number;
  /** So many of one owner, with those that wait. */
  each: number;
  /** So many of all. */
  all: number;
}

/**
 * Does work when it has its turn, in the order in which it came.
 * @throws RenderError `queue_full` beyond the bounds; the reason of a signal that was aborted
 *   before its turn
 */
export type Turns = <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Creates turns for work that holds much memory, or a processor. */
export function createTurns({ atOnce, each, all }: TurnBounds): Turns {
  const owned = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let [count, running] = [0, 0];
  const hold = (owner: string) => {
    const own = owned.get(owner) ?? 0;
    if (own >= each || count >= all) {
      const message = `At most ${each} of these calls of one account wait at a time, and ${all} of all. Try again.`;
      throw new RenderError('queue_full', message, { retryAfterS: 1 });
    }
    owned.set(owner, own + 1);
    count += 1;
  };
  const release = (owner: string) => {
    const left = (owned.get(owner) ?? 1) - 1;
    if (left === 0) owned.delete(owner);
    else owned.set(owner, left);
    count -= 1;
  };
  return async (owner, work, signal) => {
    hold(owner);
    try {
      // Work that ends passes its turn on.
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    } finally {
      release(owner);
    }
  };
}
