export interface LazyOptions<T> {
  /** Returns whether a result is cached. Others count as failures. Default: all are cached. */
  keep?: (value: T) => boolean;
  /** Maximum pause after failures, in ms. Default 60,000. */
  longestPauseMs?: number;
  /** A monotonic clock, in ms. */
  now?: () => number;
}

/** Work done on first use. */
export interface Lazy<T> {
  /** Starts the work or joins it, and returns its result. */
  get(): Promise<T>;
  /** The latest attempt, if there was one. */
  readonly started: Promise<T> | undefined;
}

/**
 * Does work once, on first use, and caches the result. Failures are not cached: the next call
 * retries. After two or more failures in a row, calls within a pause reject with the last failure
 * immediately.
 * @example
 * const script = createLazy(() => readFile('script.js', 'utf8'));
 * await script.get();
 */
export function createLazy<T>(work: () => Promise<T>, options: LazyOptions<T> = {}): Lazy<T> {
  const { longestPauseMs = 60_000, now = () => performance.now() } = options;
  const { keep = () => true } = options;
  let started: Promise<T> | undefined;
  let failures = 0;
  let retryAt = -Infinity;
  let failed = false;

  const start = (): Promise<T> => {
    failed = false;
    const current = (async () => work())();
    const fail = () => {
      failed = true;
      failures += 1;
      const pauseMs = failures < 2 ? 0 : 1000 * 2 ** (failures - 2);
      retryAt = now() + Math.min(pauseMs, longestPauseMs);
    };
    current.then((value) => {
      if (keep(value)) failures = 0;
      else fail();
    }, fail);
    return current;
  };
  return {
    get() {
      if (started === undefined || (failed && now() >= retryAt)) started = start();
      return started;
    },
    get started() {
      return started;
    },
  };
}
