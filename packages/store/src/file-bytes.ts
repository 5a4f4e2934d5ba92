import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.ts';
import type { FileBytes } from './ports/files.ts';
import { fileKey } from './file-key.ts';
import { storageError } from './storage-error.ts';

/** Prefix of unfinished files, which are swept when their writer is dead. */
const PARTIAL = 'partial-';

const keyForm = /^[0-9a-f]{64}$/;

/** Stores each file in a folder, under its key, in a subfolder of the key's first two digits. */
export function createFileBytes(folder: string): FileBytes {
  const keptShelves = new Set<string>();
  /** The names in it, and its own name where this process has not done that before. */
  const keepShelf = async (shelf: string) => {
    await syncFolder(shelf);
    if (keptShelves.has(shelf)) return;
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    keptShelves.add(shelf);
  };
  const removeKey = async (key: string) => {
    if (keyForm.test(key)) await failing(() => rm(pathOf(folder, key), { force: true }));
  };
  return {
    write: (bytes, isBrief = false) =>
      failing(() => writeNew(folder, bytes, isBrief ? undefined : keepShelf)),
    has: async ({ name, bytes }) => {
      const stats = await failing(() => absent(stat(pathOf(folder, fileKey(name)))));
      return stats?.size === bytes;
    },
    read: async ({ name, sha256 }) => {
      const content = await failing(() => absent(readFile(pathOf(folder, fileKey(name)))));
      return content && digest(content) === sha256 ? content : undefined;
    },
    open: async ({ name, bytes }, range) => {
      const handle = await failing(() => absent(open(pathOf(folder, fileKey(name)), 'r')));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      if (size === bytes) {
        return handle.createReadStream(range && { start: range.first, end: range.last });
      }
      await handle.close();
      return undefined;
    },
    remove: async (name) => removeKey(fileKey(name)),
    removeKey,
    removeKeys: async (keys) => {
      for (const key of keys) await removeKey(key);
    },
    olderThan: (ageMs) => walk(folder, ageMs),
  };
}

async function writeNew(
  folder: string,
  bytes: Uint8Array,
  keepShelf: ((shelf: string) => Promise<void>) | undefined,
) {
  const name = randomBytes(32).toString('hex');
  const path = pathOf(folder, fileKey(name));
  const shelf = dirname(path);
  const partial = join(shelf, `${PARTIAL}${basename(path)}`);
  await mkdir(shelf, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      if (keepShelf) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path);
    await keepShelf?.(shelf);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return { name, sha256: digest(bytes), bytes: bytes.byteLength };
}

async function* walk(folder: string, ageMs: number): AsyncIterable<string> {
  const shelves = await absent(opendir(folder));
  if (!shelves) return;
  for await (const shelf of shelves) {
    if (!shelf.isDirectory() || !/^[0-9a-f]{2}$/.test(shelf.name)) continue;
    const files = await absent(opendir(join(folder, shelf.name)));
    if (!files) continue;
    for await (const { name } of files) {
      const path = join(folder, shelf.name, name);
      const stats = await absent(stat(path));
      if (!stats || Date.now() - stats.mtimeMs < ageMs) continue;
      if (name.startsWith(PARTIAL)) await rm(path, { force: true });
      else if (keyForm.test(name)) yield name;
    }
  }
}

/** Only digests become paths. */
function pathOf(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key);
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
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
