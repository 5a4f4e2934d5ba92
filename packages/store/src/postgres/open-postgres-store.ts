import { checkDiskRoom, withFiles } from '../disk-room.ts';
import { openFileBytes } from '@tintype/files';
import type { Store, StoreKind } from '../ports.ts';
import type { S3Options } from '@tintype/files';
import { openDataFolder } from '../sqlite/data-folder.ts';
import { prepareKept } from '../sql/accounts/account-bounds.ts';
import type { Capacity } from '../ports/accounts/capacity.ts';
import type { Database } from '../sql/database.ts';
import { createRates } from '../sql/accounts/rates.ts';
import { createPorts } from '../sql/create-ports.ts';
import { boundsOf, type StoreBounds } from '../sql/store-bounds.ts';
import { createSweep } from '../sql/sweep.ts';
import { createChanges } from './changes.ts';
import { createHandoffs } from './handoffs.ts';
import { openConnections, type Connections } from './open-connections.ts';
import { openSecretBox } from './open-secret-box.ts';
import { createPortDatabase, untilClosed } from './port-database.ts';
import { postgresError } from './postgres-error.ts';
import { createPresence } from './presence.ts';
import { createReaper } from './reaper.ts';
import { migrate } from './schema.ts';
import { createSlots } from './slots.ts';
import { DEAD_AFTER_MS } from './store-lock.ts';
import { notifyChanges } from './tell-changes.ts';

/** Options of a store on Postgres. */
export interface PostgresStoreOptions extends Partial<StoreBounds> {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Folder, shared by all processes, for files and for `master.key` if no key is given. */
  dataDir: string;
  /** Storage of file contents; default `files/` in the data folder. */
  s3?: S3Options | undefined;
  /** As of {@link SqliteStoreOptions}. */
  masterKey?: string;
  /** As of {@link SqliteStoreOptions}: of the disk with the files. */
  keepFreeBytes?: number;
  /** The kinds of requests. Default: Tintype's own. */
  kinds?: readonly StoreKind[];
  /** Maximum connections, besides one for notifications and one for heartbeats. Default 10. */
  connections?: number;
  /** Default: the clock of the database. */
  now?: () => number;
}

/** Interval of heartbeats of a process. */
const BEAT_MS = 3_000;
/**
 * Opens the store in a Postgres database, and creates its tables in the schema `tintype` if there
 * are none. Contents of files are in a folder, which the processes share.
 * @throws RenderError `storage_failed` if the database or the folder cannot be used, or the master
 *   key is missing or another one; RangeError for a bound that is no integer from 1
 * @example
 * const store = await openPostgresStore({
 *   url: 'postgres://tintype@db/tintype',
 *   dataDir: '/srv/tintype',
 * });
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const given = { ...options, ...boundsOf(options) };
  const folder = openDataFolder(options.dataDir);
  const connections = await openConnections(options.url, options.connections ?? 10);
  try {
    return await compose(given, connections, folder);
  } catch (error) {
    await connections.end();
    throw postgresError(error);
  }
}

async function compose(
  options: PostgresStoreOptions & StoreBounds,
  connections: Connections,
  folder: ReturnType<typeof openDataFolder>,
): Promise<Store> {
  await migrate(connections);
  const inner = createPortDatabase(connections.pool);
  let closing: Promise<void> | undefined;
  const database = untilClosed(inner, () => closing !== undefined);
  // Before the master key is read: no process changes it from here on.
  const presence = await createPresence({
    ...connections,
    beatMs: BEAT_MS,
    deadAfterMs: DEAD_AFTER_MS,
    onBeat: () => reaper.reapDead(),
  });
  const now = options.now ?? presence.now;
  const reaper = createReaper(inner, presence, now);
  const { masterKey } = options;
  const box = await openSecretBox(database, { masterKey, path: folder.masterKey }).catch(
    async (error: unknown) => {
      await presence.end().catch(() => {});
      throw error;
    },
  );
  const changes = createChanges(connections);
  const fileBytes = openFileBytes(folder.files, options.s3);
  const { holder } = presence;
  const rates = createRates(database, now, async (work) => work());
  const parts = { ...options, database, rates, box, now, fileBytes, holder };
  const ports = { ...createPorts(parts), handoffs: createHandoffs(parts) };
  const close = async () => {
    try {
      await changes.end();
      await reaper.endOwn();
    } finally {
      // Whatever was not given back is, once this process counts as dead.
      try {
        await presence.end();
      } finally {
        await connections.end();
      }
    }
  };
  return {
    ...notifyChanges(ports, changes.tell),
    capacity: withFiles(createCapacity(parts), fileBytes),
    now,
    fileBytes,
    slots: createSlots({ database, holder, now, tell: () => changes.tell('slots') }),
    sweep: createSweep({ database, files: ports.files, fileBytes, reapDead: reaper.reapDead, now }),
    // The clock of the database is one for all, and not this machine's.
    followClock: async () => 0,
    onChange: changes.on,
    close: () =>
      (closing ??= close().catch((error: unknown) => {
        throw postgresError(error);
      })),
  };
}

interface CapacityParts extends Pick<PostgresStoreOptions, 'dataDir' | 'keepFreeBytes'> {
  database: Database;
}

function createCapacity({ database, dataDir, keepFreeBytes = 0 }: CapacityParts): Capacity {
  const kept = prepareKept(database);
  const size = database.prepare<{ bytes: number }>(
    `SELECT pg_database_size(current_database()) AS bytes`,
  );
  return {
    kept: async (accountId) => database.read(() => kept(accountId)),
    databaseBytes: async () => (await database.read(() => size.get()))?.bytes ?? 0,
    check: () => checkDiskRoom(dataDir, keepFreeBytes),
    checkDisk: () => checkDiskRoom(dataDir, keepFreeBytes / 2),
  };
}
