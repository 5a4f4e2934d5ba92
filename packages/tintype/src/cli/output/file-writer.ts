import { rmSync } from 'node:fs';
import { link, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Writes files atomically. */
export interface FileWriter {
  /**
   * Writes `path`, replacing an existing file. `mode` limits who may read it; by default the umask
   * does.
   */
  replace(path: string, body: Uint8Array, mode?: number): Promise<string>;
  /** Writes `folder/name.extension`, or `name-2.extension` and so on if the name is taken. */
  create(folder: string, name: string, extension: string, body: Uint8Array): Promise<string>;
  /** Removes incomplete files; for use before the process exits. */
  cleanUp(): void;
}

/** Number of names that `create` tries. */
const MAX_NUMBERS = 9999;

/** Creates a {@link FileWriter}. Both methods return the path that was written. */
export function createFileWriter(): FileWriter {
  const halfWritten = new Set<string>();

  /** Writes `body` beside `target`, and lets `place` rename the file. Leaves no temporary file. */
  async function write(
    target: string,
    body: Uint8Array,
    place: (temporary: string) => Promise<string>,
    mode?: number,
  ): Promise<string> {
    await makeFolder(dirname(target));
    const name = `.${basename(target).slice(0, 40)}.${crypto.randomUUID().slice(-12)}.tmp`;
    const temporary = join(dirname(target), name);
    halfWritten.add(temporary);
    try {
      await writeSynced(temporary, body, mode);
      return await place(temporary);
    } finally {
      await rm(temporary, { force: true });
      halfWritten.delete(temporary);
    }
  }

  return {
    async replace(path, body, mode) {
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && !found.isFile()) {
        // /dev/null and named pipes: they are written directly, as a rename would replace them.
        await writeFile(path, body);
        return path;
      }
      // A symbolic link stays, and the file that it points to is replaced.
      const target = found === undefined ? path : await realpath(path);
      const place = async (temporary: string) => {
        await rename(temporary, target);
        return path;
      };
      return await write(target, body, place, mode);
    },

    async create(folder, name, extension, body) {
      const first = join(folder, `${name}.${extension}`);
      return await write(first, body, async (temporary) => {
        for (let number = 1; number <= MAX_NUMBERS; number += 1) {
          const path = number === 1 ? first : join(folder, `${name}-${number}.${extension}`);
          if (await placeNew(temporary, path)) return path;
        }
        throw new Error(`${first}: all names up to -${MAX_NUMBERS} are taken. Use -o <file>.`);
      });
    },

    cleanUp() {
      for (const temporary of halfWritten) rmSync(temporary, { force: true });
      halfWritten.clear();
    },
  };
}

async function writeSynced(path: string, body: Uint8Array, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Links the complete file to its name unless the name is taken: a link never replaces a file. */
async function placeNew(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    // FAT and some network folders have no links.
    if ((await stat(path).catch(() => undefined)) !== undefined) return false;
    await rename(temporary, path);
    return true;
  }
}
