import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns `cacheDir` if it exists or can be made, otherwise a folder of this user below `tmpDir`:
 * users of containers often have no home folder. Returns `cacheDir` also if another user can write
 * to that folder.
 */
export function writableCacheDir(
  cacheDir: string,
  { tmpDir, uid }: { tmpDir: string; uid: number | undefined },
): string {
  if (uid === undefined || existsSync(cacheDir) || canMake(cacheDir)) return cacheDir;
  const own = path.join(tmpDir, `tintype-cache-${uid}`);
  try {
    if (!existsSync(own)) mkdirSync(own, { mode: 0o755 });
    const info = lstatSync(own);
    const isPrivate = info.isDirectory() && info.uid === uid && (info.mode & 0o022) === 0;
    return isPrivate ? own : cacheDir;
  } catch {
    return cacheDir;
  }
}

function canMake(folder: string): boolean {
  let parent = path.dirname(path.resolve(folder));
  while (!existsSync(parent) && parent !== path.dirname(parent)) parent = path.dirname(parent);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
