/** Time during which something that fails is not retried: longer with each failure in a row. */
export interface BackOff {
  /** By the clock of `performance.now()`. */
  readonly dueAt: number;
  readonly failedAt: number;
  /** Why it is suspended; undefined once it works. */
  readonly failure: string | undefined;
  /** All failures since the start. */
  readonly failures: number;
  /**
   * Suspends it, and returns for how many ms; undefined if it is suspended already: concurrent
   * failures count once.
   */
  fail(reason: string): number | undefined;
  /** Ends the suspension, but the next failure still counts as one in a row. */
  recover(): void;
  /** Resets the failures in a row. */
  succeed(): void;
  stop(): void;
}

/** Maximum suspension, in ms. */
const longestMs = 60_000;

/** The first suspension takes `firstMs`. `retry` is called at the end of each. */
export function createBackOff(firstMs: number, retry: () => void): BackOff {
  let inARow = 0;
  let failures = 0;
  let failure: string | undefined;
  let failedAt = -Infinity;
  let dueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const recover = () => {
    failure = undefined;
    failedAt = -Infinity;
    dueAt = 0;
    clearTimeout(timer);
  };
  return {
    get dueAt() {
      return dueAt;
    },
    get failedAt() {
      return failedAt;
    },
    get failure() {
      return failure;
    },
    get failures() {
      return failures;
    },
    fail(reason) {
      const now = performance.now();
      const isNew = now >= dueAt || now >= failedAt + firstMs;
      failure = reason;
      if (!isNew) return undefined;
      failures += 1;
      failedAt = now;
      const forMs = Math.min(firstMs * 2 ** inARow, longestMs);
      inARow = Math.min(inARow + 1, 30);
      dueAt = now + forMs;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Timers may end a moment early.
        dueAt = performance.now();
        retry();
      }, forMs).unref();
      return forMs;
    },
    recover,
    succeed() {
      inARow = 0;
      recover();
    },
    stop: () => clearTimeout(timer),
  };
}
