import type { Worker } from 'node:worker_threads';
import { ownFile, startThread } from '@tintype/core/process';
import { withFiles } from '../../disk-room.ts';
import { openFileBytes } from '@tintype/files';
import { boundsOf } from '../../sql/store-bounds.ts';
import type { SqliteStore, SqliteStoreOptions } from '../create-sqlite-store.ts';
import { openDataFolder } from '../data-folder.ts';
import { laneOf, type LaneName } from './calls.ts';
import { createLane, type Lane } from './create-lane.ts';

const dependent = { name: '@tintype/store', url: import.meta.url };

/**
 * Opens the store in a data folder, in threads of its own: one that writes, and one for what only
 * reads, so that nothing here waits while SQLite does, and no read waits for a write. A thread that
 * ends by itself fails what was called in it with `storage_failed`, and is started again with the
 * next call.
 * @throws RenderError `storage_failed` when the folder or the database cannot be used, or the
 *   master key is missing or another one; RangeError for a bound that is no integer from 1
 * @example
 * const store = await openSqliteStore({ dataDir: '/var/lib/tintype', now: Date.now });
 * await store.accounts.findByAccessKey(key);
 */
export function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  return openInThreads(startStoreThread, options);
}

/** As {@link openSqliteStore}, in threads that the caller starts. */
export async function openInThreads(
  start: () => Worker,
  { now, ...options }: SqliteStoreOptions,
): Promise<SqliteStore> {
  const given = { ...options, ...boundsOf(options) };
  const folder = openDataFolder(options.dataDir);
  const lane = (name: LaneName) => createLane({ start, order: { ...given, lane: name }, now });
  const threads = { write: lane('write'), read: lane('read') };
  // The one that writes makes what the other one finds.
  const methods = await threads.write.open();
  try {
    await threads.read.open();
  } catch (error) {
    await threads.write.close();
    throw error;
  }
  const store = remoteStore(methods, (method, args) =>
    threads[laneOf(method)].call({ method, args }),
  );
  const fileBytes = openFileBytes(folder.files, options.s3);
  return {
    ...store,
    capacity: withFiles(store.capacity, fileBytes),
    now,
    fileBytes,
    close: () => closeAll(threads),
  };
}

/** Starts a thread in which a store can be opened, and another one after it was closed. */
export function startStoreThread(): Worker {
  return startThread(ownFile('sqlite/thread/store-thread', dependent));
}

/** The one place where a method that is called by name gets its type. */
function remoteStore(
  methods: readonly string[],
  call: (method: string, args: unknown[]) => Promise<unknown>,
): SqliteStore {
  const store: Record<string, unknown> = {};
  for (const method of methods) {
    const [port = '', name] = method.split('.');
    const send = (...args: unknown[]) => call(method, args);
    if (name === undefined) store[port] = send;
    else store[port] = { ...(store[port] as object | undefined), [name]: send };
  }
  return store as unknown as SqliteStore;
}

async function closeAll({ read, write }: Record<LaneName, Lane>): Promise<void> {
  const ends = await Promise.allSettled([read.close(), write.close()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
