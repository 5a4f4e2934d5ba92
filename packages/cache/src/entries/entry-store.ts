import type { Entry } from './entry.ts';

/** Size of a store. */
export interface Holdings {
  entries: number;
  bytes: number;
}

/**
 * A store of entries. Rules for every store:
 * - `read` returns what was written, complete, or nothing. It never returns an expired entry.
 * - A failure of the store is not an error for the caller: a read returns nothing, a write returns
 *   false.
 * - It never exceeds its limit; the least recently used entry is evicted first.
 */
export interface EntryStore {
  read(key: string): Promise<Entry | undefined>;
  /** Returns whether the entry was stored. It replaces an older one of the same key. */
  write(entry: Entry): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Lets go of what has expired. How many that were. The signal ends it before it is through. */
  sweep(signal?: AbortSignal): Promise<number>;
  readonly holdings: Holdings;
  /** Number of evicted entries so far. */
  readonly evictions: number;
}
