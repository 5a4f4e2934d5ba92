import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { RenderError } from '@tintype/contract/errors';
import { storageError } from '../storage-error.ts';
import { syncFolder } from '@tintype/files';

/** All pages in one step: in a busy database smaller steps restart again and again. */
const ALL_PAGES = 0x7fffffff;

/**
 * Copies the database as of one moment; the copy gets its name once it is complete.
 * @throws RenderError `storage_failed` or `invalid_parameter`
 */
export async function backUp(database: string, path: string): Promise<void> {
  await refusePlace(database, path);
  const partial = join(dirname(path), `.tintype-backup-${randomUUID()}`);
  try {
    await (await open(partial, 'wx', 0o600)).close();
    try {
      await copy(database, partial);
      await rename(partial, path);
      await syncFolder(dirname(path));
    } finally {
      for (const ending of ['', '-wal', '-shm', '-journal']) {
        await rm(`${partial}${ending}`, { force: true });
      }
    }
  } catch (error) {
    throw storageError(error, `The backup ${path}`);
  }
}

async function copy(database: string, partial: string): Promise<void> {
  // A connection of its own, so that no other call in this process waits for a lock.
  const connection = new DatabaseSync(database, { readOnly: true });
  try {
    await backup(connection, partial, { rate: ALL_PAGES });
  } finally {
    connection.close();
  }
  makeOneFile(partial);
  const handle = await open(partial, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Otherwise the copy would create two more files as soon as it is opened. */
function makeOneFile(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  chmodSync(path, 0o600);
}

async function refusePlace(database: string, path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    throw new RenderError('invalid_parameter', `${path} is a folder; name a file in it.`);
  }
  if (stats && (await realpath(path)) === (await realpath(database))) {
    throw new RenderError('invalid_parameter', `${path} is the database itself.`);
  }
}
