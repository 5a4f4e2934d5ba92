import { homedir } from 'node:os';
import path from 'node:path';
import type { Environment } from './environment.ts';

/** Inputs for the location of a service's data. */
export interface DataDirOptions {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** User id of this process; undefined on Windows, which has none. */
  uid: number | undefined;
  homedir: string;
}

/**
 * Returns the default folder for accounts, requests and results: `/var/lib/tintype` for root, and
 * the user's data folder for others.
 */
export function defaultDataDir({ env, platform, uid, homedir }: DataDirOptions): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || path.win32.join(homedir, 'AppData', 'Local');
    return path.win32.join(local, 'tintype', 'data');
  }
  if (uid === 0) return '/var/lib/tintype';
  if (platform === 'darwin') {
    return path.posix.join(homedir, 'Library', 'Application Support', 'tintype');
  }
  const xdg = env['XDG_DATA_HOME'];
  // The XDG specification requires relative paths to be ignored.
  const base = xdg && path.posix.isAbsolute(xdg) ? xdg : path.posix.join(homedir, '.local/share');
  return path.posix.join(base, 'tintype');
}

/** Returns the absolute path of `--data-dir`, else of TINTYPE_DATA_DIR, else the default. */
export function dataDirFor(option: string | undefined, environment: Environment): string {
  const { variables } = environment;
  return path.resolve(
    option ??
      (variables['TINTYPE_DATA_DIR'] ||
        defaultDataDir({
          env: variables,
          platform: process.platform,
          uid: process.getuid?.(),
          homedir: homedir(),
        })),
  );
}
