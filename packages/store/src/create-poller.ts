import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** What {@link createPoller} needs. */
export interface PollerOptions {
  /**
   * One look at what is due. Gives how long to wait for the next, in milliseconds.
   * @param signal aborted when no further look will follow
   */
  look(signal: AbortSignal): Promise<number>;
  /** Told why a look failed. The next one comes after `troubleMs`. */
  onTrouble(cause: unknown): void;
  /** So that a broken store is not asked without end, in milliseconds. Default 5,000. */
  troubleMs?: number;
}

/** Looks at a store again and again, in the background. */
export interface Poller {
  start(): void;
  /** Lets the look under way end. */
  stop(): Promise<void>;
  /** Ends the wait: looks at once, or once more when a look is under way. */
  wake(): void;
}

/**
 * Makes the loop of whatever works off what lies in a store. It does not keep Node alive while it
 * waits, and no error ends it.
 * @example
 * const poller = createPoller({ look: async () => 1_000, onTrouble: console.error });
 * poller.start();
 */
export function createPoller({ look, onTrouble, troubleMs = 5_000 }: PollerOptions): Poller {
  let stopping = new AbortController();
  let sleep = new AbortController();
  let running: Promise<void> | undefined;

  async function lookAndWait(signal: AbortSignal): Promise<void> {
    // Whoever wakes it from here on may have brought something that this look does not see.
    sleep = new AbortController();
    const pauseMs = await look(signal).catch((cause: unknown) => {
      onTrouble(cause);
      return troubleMs;
    });
    const ends = AbortSignal.any([signal, sleep.signal]);
    await delay(pauseMs, undefined, { ref: false, signal: ends }).catch(() => {});
    // Woken again and again by work that ends at once, it would leave nobody else any time.
    await nextTurn();
  }

  return {
    start() {
      if (running) return;
      stopping = new AbortController();
      const { signal } = stopping;
      running = (async () => {
        while (!signal.aborted) await lookAndWait(signal);
      })();
    },
    async stop() {
      stopping.abort();
      await running;
      running = undefined;
    },
    wake: () => sleep.abort(),
  };
}
