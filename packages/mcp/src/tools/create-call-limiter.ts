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
 * Executes calls in order, as soon as a slot is free. What `prepare` does for one, for example
 * renders, runs before it waits for a slot, and only if the limits admit the call.
 * @throws RenderError `queue_full` beyond the limits; the reason of an aborted signal
 */
export type CallLimiter = <T, Prepared = void>(
  owner: string,
  work: (prepared: Prepared) => Promise<T>,
  signal?: AbortSignal,
  prepare?: () => Promise<Prepared>,
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
  /** Waits for a slot. A call that ends passes its slot on. @throws The reason of the signal */
  const slot = async (signal?: AbortSignal) => {
    signal?.throwIfAborted();
    if (running < maxRunning) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const at = waiting.indexOf(resolve);
      // It may have got a slot already.
      if (at >= 0) waiting.splice(at, 1);
      reject(signal?.reason);
    };
    waiting.push(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  };
  const free = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async <T, Prepared>(
    owner: string,
    work: (prepared: Prepared) => Promise<T>,
    signal?: AbortSignal,
    prepare?: () => Promise<Prepared>,
  ) => {
    reserve(owner);
    try {
      const prepared = (await prepare?.()) as Prepared;
      await slot(signal);
      try {
        signal?.throwIfAborted();
        return await work(prepared);
      } finally {
        free();
      }
    } finally {
      release(owner);
    }
  };
}
