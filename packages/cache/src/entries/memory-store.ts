import { LRUCache } from 'lru-cache';
import { entryBytes, type Entry } from './entry.ts';
import type { EntryStore } from './entry-store.ts';

export interface MemoryStoreOptions {
  /** The most that the entries may take; 0 keeps none. */
  maxBytes: number;
  /** A larger entry is not kept. Default: one of `maxBytes`. */
  maxEntryBytes?: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** The part of memory that responds synchronously. */
export interface MemoryStore extends EntryStore {
  peek(key: string): Entry | undefined;
}

export function createMemoryStore({
  maxBytes,
  maxEntryBytes = maxBytes,
  now,
}: MemoryStoreOptions): MemoryStore {
  let evictions = 0;
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxEntryBytes)),
    sizeCalculation: entryBytes,
    dispose: (_entry, _key, reason) => {
      if (reason === 'evict') evictions += 1;
    },
  });
  const peek = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAt > now()) return entry;
    entries.delete(key);
    return undefined;
  };
  return {
    peek,
    read: async (key) => peek(key),
    async write(entry) {
      // An entry that is too large has to take its older one along.
      entries.set(entry.key, entry);
      return entries.has(entry.key);
    },
    async remove(key) {
      entries.delete(key);
    },
    async sweep() {
      const stale = [...entries.values()].filter(({ expiresAt }) => expiresAt <= now());
      for (const { key } of stale) entries.delete(key);
      return stale.length;
    },
    get holdings() {
      return { entries: entries.size, bytes: entries.calculatedSize };
    },
    get evictions() {
      return evictions;
    },
  };
}
