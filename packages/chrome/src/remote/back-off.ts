/** Time during which something that fails is not retried: longer with each failure in a row. */
export interface BackOff {
  /** By the clock of `performance.now()`. */
  readonly dueAt: number;
  readonly failedAt: number;
  /** Why it is left alone; undefined once it works. */
  readonly failure: string | undefined;
  /** All failures since the start. */
  readonly failures: number;
  /** Returns for how long it is avoided; undefined if it is already. */
  fail(reason: string): number | undefined;
  /** Allows calls again; the next failure is still one in a row. */
  recover(): void;
  /** It works: the next failure is the first. */
  succeed(): void;
  stop(): void;
}

/** The longest time that something is left alone, in ms. */
const longestMs = 60_000;

/** Creates a {@link BackOff} that starts with `firstMs`, and calls `retry` after each pause. */
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
