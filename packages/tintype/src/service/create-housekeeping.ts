import { setTimeout as delay } from 'node:timers/promises';

/** Work that runs at intervals. */
export interface Housekeeping {
  start(): void;
  /** Waits for the running round. */
  stop(): Promise<void>;
}

/** Tasks and their intervals. */
export interface HousekeepingOptions {
  /** Functions that run one after the other. A failure does not stop the others. */
  chores: Readonly<Record<string, () => Promise<unknown>>>;
  everyMs: number;
  /** Receives failures, with the name of the chore. */
  onWarning(message: string, cause: unknown): void;
}

export function createHousekeeping(options: HousekeepingOptions): Housekeeping {
  const { chores, everyMs, onWarning } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function round(): Promise<void> {
    for (const [name, chore] of Object.entries(chores)) {
      if (stopping.signal.aborted) return;
      try {
        await chore();
      } catch (error) {
        onWarning(`${name} failed; it is retried later.`, error);
      }
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round();
      // Ends early on `stop`. Does not keep Node alive.
      await delay(everyMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    start: () => void (running ??= loop()),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
