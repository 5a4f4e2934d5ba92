import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '@tintype/core/process';

/** Fills a folder of the cache once, under a temporary name: no partial result remains. */
export async function cacheFolder(
  cacheDir: string,
  name: string,
  fill: (dir: string) => Promise<void>,
): Promise<string> {
  const target = path.join(cacheDir, name);
  if (await exists(target)) return target;
  const made = await mkdir(cacheDir, { recursive: true });
  if (made) await openWay(made, cacheDir);
  await removeAbandoned(cacheDir);
  const temporary = await mkdtemp(path.join(cacheDir, `.making-${process.pid}-`));
  try {
    await fill(temporary);
    await openToOthers(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

/** Independent of the umask: root's browsers run as another user, who must be able to read. */
async function openToOthers(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) await openToOthers(file);
    else if (entry.isFile()) {
      const { mode } = await stat(file);
      const open = mode & 0o100 ? 0o755 : 0o644;
      if ((mode & open) !== open) await chmod(file, open);
    }
  }
}

async function openWay(from: string, to: string): Promise<void> {
  for (let dir = path.resolve(to); dir.length >= from.length; dir = path.dirname(dir)) {
    await chmod(dir, 0o755);
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Removes the unfinished files of killed processes. */
async function removeAbandoned(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const pid = Number(/^\.making-(\d+)-/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    await rm(path.join(cacheDir, name), { recursive: true, force: true });
  }
}
