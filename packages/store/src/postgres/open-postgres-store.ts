import { kindInfos } from '@tintype/contract/light';
import { checkDiskRoom, withFiles } from '../disk-room.ts';
import { openFileBytes } from '@tintype/files';
import type { FileBytes } from '../ports/files.ts';
import type { Store, StoreKind } from '../ports.ts';
import type { S3Options } from '@tintype/files';
import { openDataFolder } from '../sqlite/data-folder.ts';
import { prepareKept } from '../sql/accounts/account-bounds.ts';
import { createAccountRows } from '../sql/accounts/account-rows.ts';
import { createAccounts } from '../sql/accounts/accounts.ts';
import { createBatches } from '../sql/requests/batches.ts';
import type { Database } from '../sql/database.ts';
import { createFiles } from '../sql/files/file-rows.ts';
import { createIdempotency } from '../sql/requests/idempotency.ts';
import { createJournal } from '../sql/journal.ts';
import { createOutbox } from '../sql/deliveries/outbox.ts';
import { createRequests } from '../sql/requests/requests.ts';
import { createSessions } from '../sql/accounts/sessions.ts';
import { boundsOf, type StoreBounds } from '../sql/store-bounds.ts';
import { createSweep } from '../sql/sweep.ts';
import { createTasks } from '../sql/tasks/tasks.ts';
import { createUsage } from '../sql/accounts/usage.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import { createChanges } from './changes.ts';
import { createHandoffs } from './handoffs.ts';
import { openConnections, type Connections } from './open-connections.ts';
import { openSecretBox } from './open-secret-box.ts';
import { createPortDatabase, untilClosed } from './port-database.ts';
import { postgresError } from './postgres-error.ts';
import { createPresence } from './presence.ts';
import { createRates } from './rates.ts';
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
  const ports = createPorts({ ...options, database, box, now, fileBytes, holder: presence.holder });
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
    now,
    fileBytes,
    slots: createSlots({
      database,
      holder: presence.holder,
      now,
      tell: () => changes.tell('slots'),
    }),
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

interface PortParts
  extends StoreBounds, Pick<PostgresStoreOptions, 'kinds' | 'dataDir' | 'keepFreeBytes'> {
  database: Database;
  box: SecretBox;
  holder: string;
  fileBytes: FileBytes;
  now: () => number;
}

function createPorts(parts: PortParts) {
  const { database, box, holder, now, fileBytes, dataDir, keepFreeBytes = 0 } = parts;
  const { kinds = kindInfos, answersKept, runsKept, requestsExamined } = parts;
  const kept = prepareKept(database);
  const size = database.prepare<{ bytes: number }>(
    `SELECT pg_database_size(current_database()) AS bytes`,
  );
  const capacity: Store['capacity'] = {
    kept: async (accountId) => database.read(() => kept(accountId)),
    databaseBytes: async () => (await database.read(() => size.get()))?.bytes ?? 0,
    check: () => checkDiskRoom(dataDir, keepFreeBytes),
    checkDisk: () => checkDiskRoom(dataDir, keepFreeBytes / 2),
  };
  return {
    accounts: createAccounts({ database, box, kinds, now }),
    usage: createUsage({ database, rates: createRates(database, now), holder, now }),
    requests: createRequests({ database, box, holder, kinds, requestsExamined, now }),
    batches: createBatches({ database, box, holder, kinds, now }),
    files: createFiles({ database, box, now }),
    capacity: withFiles(capacity, fileBytes),
    idempotency: createIdempotency({ database, box, fileBytes, holder, answersKept, now }),
    outbox: createOutbox({ database, box, holder, now }),
    tasks: createTasks({ database, box, kinds, runsKept, now }),
    sessions: createSessions({ database, accounts: createAccountRows(database), now }),
    journal: createJournal(database, now),
    handoffs: createHandoffs({ database, box, holder, now }),
  };
}
