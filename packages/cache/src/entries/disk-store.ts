import { mkdir, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Entry } from './entry.ts';
import { decodeEntry, encodeEntry } from './entry-file.ts';
import type { EntryStore } from './entry-store.ts';
import { scanFolder, type KnownFile } from './scan-folder.ts';

export interface DiskStoreOptions {
  /** The folder. It is made when it is needed; files in it that are not ours are left alone. */
  dir: string;
  /** The most that the files may take. */
  maxBytes: number;
  /** Unix milliseconds. */
  now: () => number;
  /** One sentence for each thing that went wrong, not for each time that it did. */
  onWarning: (message: string) => void;
}

/** Entries on disk, and what went wrong with them. */
export interface DiskStore extends EntryStore {
  readonly writeFailures: number;
  readonly corrupt: number;
}

/** The change time of a file stores its last use; updates within this time are skipped. */
const touchEveryMs = 60_000;
const warnEveryMs = 60_000;
const entryName = /^[0-9a-f]{64}$/;

/** Keeps entries as files, renamed when complete and verified when read, for several processes. */
export function createDiskStore({ dir, maxBytes, now, onWarning }: DiskStoreOptions): DiskStore {
  let writeFailures = 0;
  let corrupt = 0;
  let evictions = 0;
  const warnedAt = new Map<string, number>();
  const index = new LRUCache<string, KnownFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose(_file, key, reason) {
      if (reason !== 'evict') return;
      evictions += 1;
      void removeFile(key);
    },
  });

  const fileOf = (key: string) => {
    if (!entryName.test(key)) throw new TypeError('the key of a cache entry is 64 hex digits');
    return path.join(dir, key.slice(0, 2), key);
  };

  const warn = (what: string, error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    const last = warnedAt.get(`${what} ${code}`);
    if (last !== undefined && now() - last < warnEveryMs) return;
    warnedAt.set(`${what} ${code}`, now());
    onWarning(`The cache in ${dir} ${what} (${code}).`);
  };

  const removeFile = async (key: string) => {
    try {
      await unlink(fileOf(key));
    } catch (error) {
      if (!isMissing(error)) warn('cannot remove an entry', error);
    }
  };

  const remove = async (key: string) => {
    index.delete(key);
    await removeFile(key);
  };

  const touch = async (key: string, file: KnownFile) => {
    if (file.usedAt - file.writtenUsedAt < touchEveryMs) return;
    file.writtenUsedAt = file.usedAt;
    await utimes(fileOf(key), now() / 1000, now() / 1000).catch(() => {});
  };

  const remember = ({ key, expiresAt }: Entry, bytes: number, isWritten: boolean) => {
    const usedAt = now();
    const writtenUsedAt = isWritten ? usedAt : (index.peek(key)?.writtenUsedAt ?? 0);
    const file = { bytes, expiresAt, usedAt, writtenUsedAt };
    index.set(key, file);
    return file;
  };

  return {
    async read(key) {
      const file = fileOf(key);
      let content: Buffer<ArrayBuffer>;
      try {
        content = await readFile(file);
      } catch (error) {
        if (!isMissing(error)) warn('cannot be read', error);
        index.delete(key);
        return undefined;
      }
      const entry = await decodeEntry(key, content);
      if (entry === undefined) {
        corrupt += 1;
        warn('had an entry that was damaged, which was removed', new Error('checksum'));
      }
      if (entry === undefined || entry.expiresAt <= now()) {
        await remove(key);
        return undefined;
      }
      void touch(key, remember(entry, content.byteLength, false));
      return entry;
    },
    async write(entry) {
      const file = fileOf(entry.key);
      const content = await encodeEntry(entry);
      const bytes = content.reduce((sum, part) => sum + part.byteLength, 0);
      if (bytes > maxBytes) {
        await remove(entry.key);
        return false;
      }
      try {
        await writeWhole(dir, file, content);
      } catch (error) {
        writeFailures += 1;
        warn('cannot be written to; results are given without being kept', error);
        return false;
      }
      remember(entry, bytes, true);
      return true;
    },
    remove,
    async sweep(signal) {
      let removed = 0;
      const seen = new Set<string>();
      const files = await scanFolder({
        dir,
        known: index,
        nowMs: now(),
        onTrouble: (error) => warn('cannot be read', error),
        signal,
      });
      for (const { key, file } of files) {
        seen.add(key);
        if (file === undefined || file.expiresAt <= now()) {
          await remove(key);
          removed += 1;
        } else if (index.get(key) === undefined) index.set(key, file);
      }
      if (signal?.aborted) return removed;
      for (const key of index.keys()) {
        if (!seen.has(key) && !(await exists(fileOf(key)))) index.delete(key);
      }
      return removed;
    },
    get holdings() {
      return { entries: index.size, bytes: index.calculatedSize };
    },
    get evictions() {
      return evictions;
    },
    get writeFailures() {
      return writeFailures;
    },
    get corrupt() {
      return corrupt;
    },
  };
}

/** The name appears when the content is on disk, not before. */
async function writeWhole(dir: string, target: string, content: Uint8Array[]): Promise<void> {
  await mkdir(path.join(dir, 'tmp'), { recursive: true, mode: 0o700 });
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const temporary = path.join(dir, 'tmp', crypto.randomUUID().replaceAll('-', ''));
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      for (const part of content) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
