import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';

/** Options of holding a result. */
export interface StorageRetryOptions {
  /** Ends the wait between two attempts. */
  signal: AbortSignal;
  /** From the first failure on, all steps together; Infinity: until the signal says so. */
  holdMs: number;
  /** Pauses grow up to this, in milliseconds. Default 5,000. */
  longestPauseMs?: number;
  /** Returns whether a step may succeed later. Default: if the storage failed. */
  isPassing?(cause: unknown): boolean;
  /** Called at the first failure, before the wait. */
  onHeld(cause: unknown): void;
}

/** Does one of the steps that keep a result. */
export type StorageRetry = <Result>(step: () => Promise<Result>) => Promise<Result>;

const firstPauseMs = 500;

/**
 * Repeats the steps that store a result while storage is away. Throws the last error or the
 * signal's reason.
 */
export function retryWhileStorageDown(options: StorageRetryOptions): StorageRetry {
  const { signal, holdMs, longestPauseMs = 5_000, isPassing = isStorageTrouble, onHeld } = options;
  let endMs: number | undefined;
  return async (step) => {
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      pauseMs = Math.min(pauseMs, longestPauseMs);
      try {
        return await step();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (endMs === undefined) onHeld(error);
        endMs ??= performance.now() + holdMs;
        if (performance.now() + pauseMs > endMs) throw error;
      }
      await delay(pauseMs, undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
    }
  };
}

/** The database or the files cannot be written at the moment: no fault of what is to be written. */
export function isStorageTrouble(error: unknown): boolean {
  return (
    error instanceof RenderError &&
    (error.code === 'storage_failed' || error.code === 'storage_full')
  );
}
