import path from 'node:path';
import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';

/** The system and its user, on whom the places of folders depend. */
export interface SystemUser {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Of this process; undefined where there is no such thing (Windows). */
  uid: number | undefined;
  homedir: string;
}

/** Returns the folder of Tintype where a system keeps such files, by its names for the place. */
export function systemFolder(
  { env, platform, uid, homedir }: SystemUser,
  names: { windows: string; root: string; mac: string; variable: string; home: string },
): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || path.win32.join(homedir, 'AppData', 'Local');
    return path.win32.join(local, 'tintype', names.windows);
  }
  if (uid === 0) return `${names.root}/tintype`;
  if (platform === 'darwin') return path.posix.join(homedir, 'Library', names.mac, 'tintype');
  const xdg = env[names.variable];
  // The XDG specification requires that a relative path is ignored.
  const base = xdg && path.posix.isAbsolute(xdg) ? xdg : path.posix.join(homedir, names.home);
  return path.posix.join(base, 'tintype');
}

/**
 * Returns the folder for unpacked and downloaded files.
 *
 * Root gets `/var/cache/tintype` and not a folder in its home: started by root, the browser runs as
 * another user, who cannot read below `/root`.
 */
export function defaultCacheDir(system: SystemUser): string {
  return systemFolder(system, {
    windows: 'cache',
    root: '/var/cache',
    mac: 'Caches',
    variable: 'XDG_CACHE_HOME',
    home: '.cache',
  });
}

/** Returns `cacheDir`, or one of this user below `tmpDir` if it cannot be made. */
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
