import type { Entry } from './entry.ts';

/** How much a store holds. */
export interface Holdings {
  entries: number;
  bytes: number;
}

/**
 * A store of entries. Rules for every store:
 * - What `read` gives is what was written, whole, or nothing. It never gives an entry that has
 *   expired.
 * - A failure of the store is not an error for the caller: a read gives nothing, a write gives
 *   false.
 * - It holds no more than it may; what was not used for the longest time goes first.
 */
export interface EntryStore {
  read(key: string): Promise<Entry | undefined>;
  /** Whether the entry was kept. It replaces an older one of the same key. */
  write(entry: Entry): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Lets go of what has expired. How many that were. The signal ends it before it is through. */
  sweep(signal?: AbortSignal): Promise<number>;
  readonly holdings: Holdings;
  /** How many went to make room, so far. */
  readonly evictions: number;
}
