import { homedir } from 'node:os';
import path from 'node:path';
import { systemFolder, type SystemUser } from '@tintype/chrome';
import type { Environment } from './environment.ts';

/**
 * Returns the default folder for accounts, requests and results: `/var/lib/tintype` for root, and
 * the user's data folder for others.
 */
export function defaultDataDir(system: SystemUser): string {
  return systemFolder(system, {
    windows: 'data',
    root: '/var/lib',
    mac: 'Application Support',
    variable: 'XDG_DATA_HOME',
    home: '.local/share',
  });
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
