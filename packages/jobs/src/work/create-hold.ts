import { setTimeout as delay } from 'node:timers/promises';
import { isStorageTrouble } from '../settle/is-storage-trouble.ts';

/** How long a result is held. */
export interface HoldOptions {
  /** Ends the wait between two attempts. */
  signal: AbortSignal;
  /** From the first failure on, all steps together. */
  holdMs: number;
  /** Told at the first failure, before it waits. */
  onHeld(cause: unknown): void;
}

/** Does one of the steps that keep a result. */
export type Hold = <Result>(step: () => Promise<Result>) => Promise<Result>;

const firstPauseMs = 500;
const longestPauseMs = 5_000;

/**
 * Does the steps that keep a result again and again while the storage is away: the render is dear, and the storage may be back in a moment.
 * A step throws what its last attempt threw, or the reason of the signal.
 */
export function createHold({ signal, holdMs, onHeld }: HoldOptions): Hold {
  let endMs: number | undefined;
  return async (step) => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await step();
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        if (endMs === undefined) onHeld(error);
        endMs ??= performance.now() + holdMs;
        if (performance.now() + pauseMs > endMs) throw error;
      }
      await delay(pauseMs, undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
    }
  };
}
