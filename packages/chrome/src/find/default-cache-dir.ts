import path from 'node:path';

/** Inputs for the location of the cache. */
export interface CacheDirOptions {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Of this process; undefined where there is no such thing (Windows). */
  uid: number | undefined;
  homedir: string;
}

/**
 * Returns the folder for unpacked and downloaded files.
 *
 * Root gets `/var/cache/tintype` and not a folder in its home: started by root, the browser runs as
 * another user, who cannot read below `/root`.
 */
export function defaultCacheDir({ env, platform, uid, homedir }: CacheDirOptions): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || path.win32.join(homedir, 'AppData', 'Local');
    return path.win32.join(local, 'tintype', 'cache');
  }
  if (uid === 0) return '/var/cache/tintype';
  if (platform === 'darwin') return path.posix.join(homedir, 'Library', 'Caches', 'tintype');
  const xdg = env['XDG_CACHE_HOME'];
  // The XDG specification requires that a relative path is ignored.
  const base = xdg && path.posix.isAbsolute(xdg) ? xdg : path.posix.join(homedir, '.cache');
  return path.posix.join(base, 'tintype');
}
