import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RenderError } from '@tintype/contract/errors';
import type { DataFolder } from './data-folder.ts';

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
