import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RenderError } from '@tintype/contract/errors';
import { storageError } from '../storage-error.ts';
import { syncFolderNow } from '@tintype/files';

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

/** A process that starts at the same time creates its tables within milliseconds. */
const graceMs = 1_000;
const retryMs = 20;

/**
 * Refuses an emptied database beside files of a service, which would start without its accounts.
 * @throws RenderError `storage_failed`
 */
export function refuseEmptied({ database, masterKey, rates, files }: DataFolder): void {
  const rest = [masterKey, rates, files].find((path) => existsSync(path));
  if (rest === undefined || !existsSync(database)) return;
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += retryMs) {
    if (hasTables(database)) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
  }
  throw new RenderError(
    'storage_failed',
    `${database} is empty, but ${basename(rest)} beside it is that of a service that has run: its accounts are lost. ` +
      'Restore the database from a backup, or delete the empty file to start a new service.',
  );
}

/** A file that cannot be opened is reported by the store, which opens it for writing. */
function hasTables(path: string): boolean {
  try {
    const connection = new DatabaseSync(path, { readOnly: true });
    try {
      return connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
    } finally {
      connection.close();
    }
  } catch {
    return true;
  }
}
