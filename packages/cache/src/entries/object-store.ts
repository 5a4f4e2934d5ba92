import type { ObjectStorage } from '../cache-types.ts';
import type { DiskStore } from './disk-store.ts';
import { decodeEntry, encodeEntry } from './entry-file.ts';

export interface ObjectStoreOptions {
  objects: ObjectStorage;
  /** A larger entry is neither written nor read. */
  maxEntryBytes: number;
  /** Unix milliseconds. */
  now: () => number;
  /** One sentence for each thing that went wrong, not for each time that it did. */
  onWarning: (message: string) => void;
}

/** Back-off after a failed request, in ms. */
const PAUSE_MS = 5_000;
const WARN_EVERY_MS = 60_000;

/**
 * Keeps entries in a storage that several processes share. What it holds, and what has to go, is
 * for the rules of the storage: nothing is listed. What is rendered in the place of an entry that
 * has expired replaces it: to remove it could remove what another process has just written there.
 */
export function createObjectStore(options: ObjectStoreOptions): DiskStore {
  const { objects, maxEntryBytes, now, onWarning } = options;
  let writeFailures = 0;
  let corrupt = 0;
  // Monotonic time, as the system clock may be set.
  let pausedUntil = 0;
  let warnedAt = -Infinity;

  const warn = (error: unknown) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    onWarning(`The shared cache cannot be used: ${(error as Error).message}`);
  };
  const failed = (error: unknown) => {
    pausedUntil = performance.now() + PAUSE_MS;
    warn(error);
  };
  const isPaused = () => performance.now() < pausedUntil;
  const remove = async (key: string) => {
    // Keys that may not remove may still read and write.
    if (!isPaused()) await objects.remove(objectOf(key)).catch(warn);
  };

  return {
    async read(key) {
      if (isPaused()) return undefined;
      const content = await objects.get(objectOf(key), maxEntryBytes).catch(failed);
      if (content === undefined) return undefined;
      const entry = await decodeEntry(key, Buffer.from(content));
      if (entry === undefined) corrupt += 1;
      return entry !== undefined && entry.expiresAt > now() ? entry : undefined;
    },
    async write(entry) {
      const parts = await encodeEntry(entry);
      const content = Buffer.concat(parts);
      if (content.byteLength > maxEntryBytes) {
        await remove(entry.key);
        return false;
      }
      try {
        if (isPaused()) throw new Error('It failed a moment ago.');
        await objects.put(objectOf(entry.key), content);
        return true;
      } catch (error) {
        writeFailures += 1;
        if (!isPaused()) failed(error);
        return false;
      }
    },
    remove,
    sweep: async () => 0,
    holdings: { entries: 0, bytes: 0 },
    evictions: 0,
    get writeFailures() {
      return writeFailures;
    },
    get corrupt() {
      return corrupt;
    },
  };
}

const objectOf = (key: string) => `${key.slice(0, 2)}/${key}`;
