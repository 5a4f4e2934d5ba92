import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Options of {@link createPoller}. */
export interface PollerOptions {
  /**
   * Handles what is due. Returns how long to wait for the next call, in milliseconds.
   * @param signal aborted when no further call will follow
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
 * Creates the loop of a component that works through a store. It does not keep Node alive while it
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
    // A `wake` from here on may be for something that this call does not see.
    sleep = new AbortController();
    const pauseMs = await look(signal).catch((cause: unknown) => {
      onTrouble(cause);
      return troubleMs;
    });
    const ends = AbortSignal.any([signal, sleep.signal]);
    await delay(pauseMs, undefined, { ref: false, signal: ends }).catch(() => {});
    // If work that ends immediately wakes it again and again, other tasks would get no time.
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
