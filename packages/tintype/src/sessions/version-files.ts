import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One version of a content: a file that is never changed. An empty file: the content was removed. */
export interface VersionFile {
  /** First part of the file name. */
  key: string;
  version: number;
  path: string;
}

/**
 * Contents in a folder, each with a version: a write links a complete file under the next version,
 * which fails if another process was faster. There is no lock that a killed process could leave.
 * A removal is a version, too: without it, a process that was killed between its link and the check
 * after it would bring the content back.
 */
export interface VersionFiles {
  /** The latest version of each content, or of one; that of a removed content may be empty. */
  latest(key?: string): Promise<VersionFile[]>;
  /**
   * Returns false if the version exists, or a later one.
   * @param replaced - a version that must still exist: it was not removed meanwhile
   */
  write(key: string, version: number, bytes: Uint8Array, replaced?: number): Promise<boolean>;
  /** Replaces all versions by an empty one. Returns false if there was no content. */
  remove(key: string): Promise<boolean>;
}

const fileForm = /^([0-9a-f]+)\.(\d+)\.session$/;

/** Time after which no process still writes the version before a removal, in ms. */
const removedMs = 3_600_000;

/** Files that a killed process has not linked. */
const partialForm = /\.partial$/;

/** Time after which a partial file belongs to no running write, in ms. */
const abandonedMs = 60_000;

export function createVersionFiles(folder: string): VersionFiles {
  const pathOf = (key: string, version: number) => join(folder, `${key}.${version}.session`);

  const all = async (): Promise<VersionFile[]> => {
    const found: VersionFile[] = [];
    for (const name of await namesIn(folder)) {
      const [, key = '', version = ''] = fileForm.exec(name) ?? [];
      if (key !== '') found.push({ key, version: Number(version), path: join(folder, name) });
    }
    return found.toSorted((a, b) => a.version - b.version);
  };
  const removeAll = (files: readonly VersionFile[]) =>
    Promise.all(files.map(({ path }) => rm(path, { force: true })));

  const files: VersionFiles = {
    async latest(key) {
      const files = (await all()).filter((file) => key === undefined || file.key === key);
      return [...new Map(files.map((file) => [file.key, file])).values()];
    },
    async write(key, version, bytes, replaced = version) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = join(folder, `${randomBytes(8).toString('hex')}.partial`);
      try {
        await writeDurably(partial, bytes);
        await link(partial, pathOf(key, version));
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(partial, { force: true });
      }
      const files = (await all()).filter((file) => file.key === key);
      const isWritten =
        files.every((file) => file.version <= version) &&
        files.some((file) => file.version === replaced);
      await removeAll(
        files.filter((file) => (isWritten ? file.version < version : file.version === version)),
      );
      await removeAbandoned(folder);
      return isWritten;
    },
    async remove(key) {
      // Again: a write may have linked the next version meanwhile.
      for (;;) {
        const [last] = await files.latest(key);
        if (!last || (await isEmpty(last.path))) return false;
        if (!(await files.write(key, last.version + 1, new Uint8Array(), last.version))) continue;
        await forgetRemoved(await all());
        return true;
      }
    },
  };
  return files;
}

async function isEmpty(path: string): Promise<boolean> {
  return (await statOf(path))?.size === 0;
}

async function forgetRemoved(files: readonly VersionFile[]): Promise<void> {
  for (const { path } of files) {
    const { size = 1, mtimeMs = Infinity } = (await statOf(path)) ?? {};
    if (size === 0 && mtimeMs < Date.now() - removedMs) await rm(path, { force: true });
  }
}

/** Returns undefined if it was removed meanwhile. */
async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!partialForm.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs = Infinity } = (await statOf(path)) ?? {};
    if (mtimeMs < Date.now() - abandonedMs) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
