/** Sweeps now and then, from the first use on. */
export interface Sweeper {
  /** Starts with a first sweep, unless it has started. */
  start(): void;
  /** Lets the sweep under way end early. */
  stop(): Promise<void>;
}

const everyMs = 600_000;

/** Creates a sweeper. Sweeps never overlap, and do not keep Node running. */
export function createSweeper(sweep: (signal: AbortSignal) => Promise<unknown>): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  const sweepOnce = () => {
    running ??= sweep(stopping.signal)
      .then(
        () => {},
        // Stores report their own failures.
        () => {},
      )
      .finally(() => {
        running = undefined;
      });
  };

  const start = () => {
    if (timer !== undefined || stopping.signal.aborted) return;
    timer = setInterval(sweepOnce, everyMs).unref();
    sweepOnce();
  };

  return {
    start,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
