/** The uses of one page, in the order in which they are asked for. */
export interface PageUses {
  /** Begins once the page is free. `onFree` lets the next one begin before the work has ended. */
  next<T>(work: (onFree: () => void) => Promise<T>): Promise<T>;
  /** Begins once all before it have ended. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all have ended, those among them that were asked for meanwhile. */
  ended(): Promise<void>;
}

/** Maximum number of captures that encode without the page: the data of each is in memory. */
const maxUnfinished = 2;

export function createPageUses(): PageUses {
  const running = new Set<Promise<void>>();
  const unfinished = new Set<Promise<void>>();
  let free: Promise<unknown> = Promise.resolve();
  const room = async () => {
    while (unfinished.size >= maxUnfinished) await Promise.race(unfinished);
  };
  const begin = <T>(
    after: Promise<unknown>,
    work: (onFree: () => void) => Promise<T>,
  ): Promise<T> => {
    const { promise: freed, resolve } = Promise.withResolvers<void>();
    const onFree = () => {
      if (running.has(ended)) unfinished.add(ended);
      resolve();
    };
    const done = after.then(() => work(onFree));
    const end = () => {
      running.delete(ended);
      unfinished.delete(ended);
      resolve();
    };
    const ended = done.then(end, end);
    running.add(ended);
    free = freed;
    return done;
  };
  const ended = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    next: (work) => begin(free.then(room), work),
    alone: (work) => begin(Promise.all(running), work),
    ended,
  };
}
