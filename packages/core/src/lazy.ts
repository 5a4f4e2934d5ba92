/** Options of {@link createLazy}. */
export interface LazyOptions<T> {
  /** Whether what came of it is remembered. What is not counts as a failure: it is given, and tried again. Default: everything is. */
  keep?: (value: T) => boolean;
  /** The first pause between two failures and the next trial, in ms. It doubles with each failure. Default 1000. */
  firstPauseMs?: number;
  /** The longest such pause, in ms. Default 60,000. */
  longestPauseMs?: number;
  /** A clock that only goes forward, in ms. */
  now?: () => number;
}

/** Work that is done when somebody needs it. */
export interface Lazy<T> {
  /** Begins the work, or joins it; gives what came of it. */
  get(): Promise<T>;
  /** What was begun last, if anything was. */
  readonly begun: Promise<T> | undefined;
}

/**
 * Does work once, when it is first needed, and remembers what came of it. A failure is no result: the next one who asks tries again. What
 * fails twice and more in a row is left alone for a pause, in which the last failure is given at once.
 *
 * @example
 * const script = createLazy(() => readFile('script.js', 'utf8'));
 * await script.get();
 */
export function createLazy<T>(work: () => Promise<T>, options: LazyOptions<T> = {}): Lazy<T> {
  const { firstPauseMs = 1000, longestPauseMs = 60_000, now = () => performance.now() } = options;
  const { keep = () => true } = options;
  let begun: Promise<T> | undefined;
  let failures = 0;
  let retryAt = -Infinity;
  let failed = false;

  const begin = (): Promise<T> => {
    failed = false;
    const current = (async () => work())();
    const fail = () => {
      failed = true;
      failures += 1;
      const pauseMs = failures < 2 ? 0 : firstPauseMs * 2 ** (failures - 2);
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
      if (begun === undefined || (failed && now() >= retryAt)) begun = begin();
      return begun;
    },
    get begun() {
      return begun;
    },
  };
}
