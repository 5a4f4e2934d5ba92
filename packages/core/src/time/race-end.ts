import { RenderError } from '@tintype/contract';

/** An end that many promises are raced against. */
export interface RaceEnd {
  /** Rejects all current and future races. The first reason counts. */
  end(reason: Error): void;
  /** Settles as `work` does, or rejects with the reason of the end, whichever comes first. */
  race<T>(work: Promise<T>): Promise<T>;
}

/** Unlike `Promise.race`, does not retain each result until the end, which may be an image. */
export function createRaceEnd(): RaceEnd {
  const losers = new Set<(reason: Error) => void>();
  let over: { reason: Error } | undefined;
  return {
    end(reason) {
      if (over) return;
      over = { reason };
      for (const lose of losers) lose(reason);
      losers.clear();
    },
    race<T>(work: Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        losers.add(reject);
        work.then(resolve, reject).finally(() => losers.delete(reject));
        // Settled work takes precedence, as in `Promise.race`.
        if (over) Promise.reject(over.reason).catch(reject);
      });
    },
  };
}

/** Settles as `work` does, or rejects when the signal aborts. The work continues. */
export async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  work.catch(() => {});
  if (signal.aborted) throw RenderError.from(signal.reason, signal);
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(RenderError.from(signal.reason, signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
