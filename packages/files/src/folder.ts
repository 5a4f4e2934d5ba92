import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Objects } from './file-bytes.ts';
import { storageError } from './storage-error.ts';
import { syncFolder } from './sync-folder.ts';

/** Prefix of unfinished files, which are swept when their writer is dead. */
const PARTIAL = 'partial-';

/** Stores objects as files below a folder. A file is complete as soon as it exists. */
export function createFolder(folder: string): Objects {
  const synced = new Set<string>();
  /** Keeps the names in a subfolder, and its own where this process has not done that before. */
  const syncNames = async (shelf: string) => {
    await syncFolder(shelf);
    if (synced.has(shelf)) return;
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    synced.add(shelf);
  };
  return {
    put: (key, bytes, _sha256, isBrief) =>
      failing(() => writeNew(join(folder, key), bytes, isBrief ? undefined : syncNames)),
    size: async (key) => (await failing(() => absent(stat(join(folder, key)))))?.size,
    get: (key) => failing(() => absent(readFile(join(folder, key)))),
    open: async (key, bytes, range) => {
      const handle = await failing(() => absent(open(join(folder, key), 'r')));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      if (size === bytes) {
        return handle.createReadStream(range && { start: range.first, end: range.last });
      }
      await handle.close();
      return undefined;
    },
    remove: (key) => failing(() => rm(join(folder, key), { force: true })),
    list: (prefix, ageMs = -Infinity) => list(folder, prefix, ageMs),
  };
}

async function writeNew(
  path: string,
  bytes: Uint8Array,
  syncNames: ((shelf: string) => Promise<void>) | undefined,
): Promise<void> {
  const shelf = dirname(path);
  const partial = join(shelf, `${PARTIAL}${basename(path)}`);
  await mkdir(shelf, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      if (syncNames) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path);
    await syncNames?.(shelf);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* list(folder: string, shelf: string, ageMs: number): AsyncIterable<string> {
  for await (const { name } of (await absent(opendir(join(folder, shelf)))) ?? []) {
    const path = join(folder, shelf, name);
    const stats = await absent(stat(path));
    if (!stats || Date.now() - stats.mtimeMs < ageMs) continue;
    if (name.startsWith(PARTIAL)) await rm(path, { force: true });
    else yield `${shelf}${name}`;
  }
}

async function absent<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function failing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw storageError(error);
  }
}
