import { RenderError } from '@tintype/contract';

/** Options of {@link createCallLimiter}. */
export interface CallLimits {
  /** Calls that run concurrently; others wait. */
  running: number;
  /** Calls of one owner, running or waiting. */
  perOwner: number;
  /** All calls, running or waiting. */
  total: number;
}

/**
 * Executes calls in the order of arrival, as soon as a slot is free.
 * @throws RenderError `queue_full` beyond the limits; the reason of an aborted signal
 */
export type CallLimiter = <T>(
  owner: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Creates a limiter for calls that need much memory or processor time. */
export function createCallLimiter({
  running: maxRunning,
  perOwner,
  total,
}: CallLimits): CallLimiter {
  const owned = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let [count, running] = [0, 0];
  const reserve = (owner: string) => {
    const own = owned.get(owner) ?? 0;
    if (own >= perOwner || count >= total) {
      const message = `At most ${perOwner} of these calls of one account wait at a time, and ${total} of all. Try again.`;
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
    reserve(owner);
    try {
      // A call that ends passes its slot on.
      if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
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
