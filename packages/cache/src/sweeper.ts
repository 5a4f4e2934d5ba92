/** Sweeps now and then, from the first use on. */
export interface Sweeper {
  /** Begins with a first sweep, unless it has begun. */
  start(): void;
  /** Lets the sweep under way end early. */
  stop(): Promise<void>;
}

const everyMs = 600_000;

/** Makes one. A sweep never overlaps with the one before, and none keeps Node running. */
export function createSweeper(sweep: (signal: AbortSignal) => Promise<unknown>): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  const turn = () => {
    running ??= sweep(stopping.signal)
      .then(
        () => {},
        // Places for entries report their own troubles.
        () => {},
      )
      .finally(() => {
        running = undefined;
      });
  };

  const start = () => {
    if (timer !== undefined || stopping.signal.aborted) return;
    timer = setInterval(turn, everyMs).unref();
    turn();
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
