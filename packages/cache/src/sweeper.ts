/** Sweeps now and then, from the first use on. */
export interface Sweeper {
  /** Something is used: the sweeping may begin. */
  wake(): void;
  /** Resolves when the first sweep is done. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 600_000;

/** Makes one. A sweep never overlaps with the one before, and none keeps Node running. */
export function createSweeper(sweep: () => Promise<unknown>): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const turn = () => {
    running ??= sweep()
      .then(
        () => {},
        // Places for entries report their own troubles.
        () => {},
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const start = () => {
    timer ??= setInterval(() => void turn(), everyMs).unref();
    return turn();
  };

  return {
    wake() {
      if (timer === undefined && !isStopped) void start();
    },
    async start() {
      if (!isStopped) await start();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
