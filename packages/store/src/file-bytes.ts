import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileBytes } from './ports/files.ts';
import { storageError } from './storage-error.ts';

/** What is made of them begins with these, and is swept when its writer died. */
const PARTIAL = 'partial-';

const nameForm = /^[0-9a-f]{64}$/;

/**
 * Keeps content in files below one folder, in a folder for each first two digits of their names. A
 * file is complete as soon as it has its name.
 */
export function createFileBytes(folder: string): FileBytes {
  return {
    write: (bytes) => failing(() => writeNew(folder, bytes)),
    read: async ({ name, sha256 }) => {
      const path = pathOf(folder, name);
      const content = path && (await failing(() => absent(readFile(path))));
      return content && digest(content) === sha256 ? content : undefined;
    },
    open: async ({ name, bytes }, range) => {
      const path = pathOf(folder, name);
      const handle = path && (await failing(() => absent(open(path, 'r'))));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      if (size === bytes) {
        return handle.createReadStream(range && { start: range.first, end: range.last });
      }
      await handle.close();
      return undefined;
    },
    remove: async (name) => {
      const path = pathOf(folder, name);
      if (path) await failing(() => rm(path, { force: true }));
    },
    olderThan: (ageMs) => walk(folder, ageMs),
  };
}

async function writeNew(folder: string, bytes: Uint8Array) {
  const name = randomBytes(32).toString('hex');
  const shelf = join(folder, name.slice(0, 2));
  await mkdir(shelf, { recursive: true, mode: 0o700 });
  const partial = join(shelf, `${PARTIAL}${name}`);
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, join(shelf, name));
    await syncFolder(shelf);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return { name, sha256: digest(bytes), bytes: bytes.byteLength };
}

/** A new name is not kept through a loss of power before its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
      else if (nameForm.test(name)) yield name;
    }
  }
}

/** Only our own digests become paths. */
function pathOf(folder: string, name: string): string | undefined {
  return nameForm.test(name) ? join(folder, name.slice(0, 2), name) : undefined;
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
