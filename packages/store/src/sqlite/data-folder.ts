import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storageError } from '../storage-error.ts';
import { syncFolderNow } from '../sync-folder.ts';

/** Paths in a data folder. */
export interface DataFolder {
  database: string;
  /** Worth nothing after a minute. */
  rates: string;
  masterKey: string;
  files: string;
  /** Signs of life of the processes that use the folder. */
  processes: string;
}

/** Creates the folder if there is none. @throws RenderError `storage_failed` naming it */
export function openDataFolder(folder: string): DataFolder {
  try {
    // What is in it is for the user who runs the service alone.
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) syncFolderNow(dirname(made));
    // Opening tells a file from a folder, which rights alone do not.
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw storageError(error, `The data folder ${folder}`);
  }
  return pathsIn(folder);
}

/** Paths in a folder that may not exist. */
export function pathsIn(folder: string): DataFolder {
  return {
    database: join(folder, 'tintype.db'),
    rates: join(folder, 'rates.db'),
    masterKey: join(folder, 'master.key'),
    files: join(folder, 'files'),
    processes: join(folder, 'processes'),
  };
}
