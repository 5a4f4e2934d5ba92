import { RenderError } from '@tintype/contract/errors';
import { openFileBytes } from '@tintype/files';
import type { Store, StoreKind } from '../ports.ts';
import type { S3Options } from '@tintype/files';
import { storageError } from '../storage-error.ts';
import { backUp } from './backup.ts';
import { createCapacity } from './capacity.ts';
import { withFiles } from '../disk-room.ts';
import { openDataFolder, type DataFolder, refuseEmptied } from './data-folder.ts';
import { openDatabase, type Database } from './open-database.ts';
import { createFollowClock } from './follow-clock.ts';
import { openSecretBox } from './open-secret-box.ts';
import { takeProcessLock, type ProcessLock } from './process-locks.ts';
import { createPortDatabase } from './port-database.ts';
import { openRates, type Rates } from './rates.ts';
import { createReaper } from './reap.ts';
import { migrate } from './schema.ts';
import { createPorts, type PortParts } from '../sql/create-ports.ts';
import { boundsOf, type StoreBounds } from '../sql/store-bounds.ts';
import { createSweep } from '../sql/sweep.ts';

/** Options of a store. */
export interface SqliteStoreOptions extends Partial<StoreBounds> {
  /** Is made if there is none. Several processes of one machine may share it. */
  dataDir: string;
  /** 64 hex digits or base64 of 32 bytes. Default: `master.key` in the data folder. */
  masterKey?: string;
  /** Storage of file contents; default `files/` in the data folder. */
  s3?: S3Options | undefined;
  /** Maximum size of the database; above nine tenths new work is refused. Default: the disk. */
  maxDatabaseBytes?: number;
  /** Nothing new is taken while less than this is free on the disk. Default 0. */
  keepFreeBytes?: number;
  /** The kinds of requests. Default: Tintype's own. */
  kinds?: readonly StoreKind[];
  /** The clock: Unix milliseconds. */
  now: () => number;
}

/** A store that can copy itself. */
export type SqliteStore = Store & Required<Pick<Store, 'backup'>>;

/**
 * Opens the store in a data folder: `tintype.db` (SQLite), `files/`, and `master.key`. It works in
 * the thread that calls it, which waits while SQLite does: for a program that does one thing and
 * ends. What serves others uses {@link openSqliteStore}.
 * @throws RenderError `storage_failed` when the folder or the database cannot be used, the database
 *   was emptied, or the master key is missing or another one; RangeError for a bound that is no
 *   integer from 1
 * @example
 * const store = createSqliteStore({ dataDir: '/var/lib/tintype', now: Date.now });
 * const { keys } = await store.accounts.create({ name: 'acme', plan: 'pro' });
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const bounds = boundsOf(options);
  const folder = openDataFolder(options.dataDir);
  return openParts(options.dataDir, (opened) => {
    const { database: path } = folder;
    refuseEmptied(folder);
    const maxBytes = options.maxDatabaseBytes;
    const database = opened.keep(openDatabase({ path, durability: 'full', maxBytes }));
    migrate(database, path);
    const quick = opened.keep(openDatabase({ path, durability: 'normal', maxBytes }));
    const rates = opened.keep(openRates(folder.rates, options.now));
    const lock = takeProcessLock(folder.processes);
    opened.keep({ close: () => lock.release() });
    const { close } = opened;
    return compose(options, { ...bounds, folder, database, quick, rates, lock, close });
  });
}

/** Opened resources, to be closed in reverse. */
export interface OpenedParts {
  keep<Part extends { close(): void }>(part: Part): Part;
  close(): void;
}

/** Opens several parts; those that were opened are closed again when one of them fails. */
export function openParts<Result>(dataDir: string, open: (parts: OpenedParts) => Result): Result {
  const opened: { close(): void }[] = [];
  const close = () => {
    for (const part of opened.toReversed()) part.close();
  };
  try {
    return open({
      keep: (part) => {
        opened.push(part);
        return part;
      },
      close,
    });
  } catch (error) {
    close();
    throw storageError(error, `The data folder ${dataDir}`);
  }
}

/**
 * Opens the database of a folder for work that tolerates no other process on it.
 * @throws RenderError `invalid_parameter` with `refusal` while there is one
 */
export function openAlone({ keep }: OpenedParts, folder: DataFolder, refusal: string) {
  const database = keep(openDatabase({ path: folder.database, durability: 'full' }));
  migrate(database, folder.database);
  const lock = takeProcessLock(folder.processes);
  keep({ close: () => lock.release() });
  if (lock.hasOthers()) throw new RenderError('invalid_parameter', refusal);
  return { database, lock };
}

interface SqlitePortParts extends Omit<PortParts, 'database' | 'quick'> {
  database: Database;
  /** A connection whose commits survive a kill, but not a loss of power. */
  quick: Database;
  dataDir: string;
  keepFreeBytes?: number | undefined;
}

export type SqlitePorts = ReturnType<typeof createSqlitePorts>;

export function createSqlitePorts(parts: SqlitePortParts) {
  const { dataDir, keepFreeBytes } = parts;
  const database = createPortDatabase(parts.database);
  return {
    ...createPorts({ ...parts, database, quick: createPortDatabase(parts.quick) }),
    capacity: createCapacity({ database: parts.database, ports: database, dataDir, keepFreeBytes }),
  };
}

interface StoreParts extends Pick<SqlitePortParts, 'database' | 'quick' | keyof StoreBounds> {
  rates: Rates;
  folder: DataFolder;
  lock: ProcessLock;
  close(): void;
}

function compose(options: SqliteStoreOptions, parts: StoreParts): SqliteStore {
  const { now, masterKey } = options;
  const { folder, database, lock } = parts;
  const { holder } = lock;
  const box = openSecretBox(database, { masterKey, path: folder.masterKey });
  const ports = createPortDatabase(database);
  const reaper = createReaper(ports, lock, now);
  reaper.reapDead();
  const fileBytes = openFileBytes(folder.files, options.s3);
  const opened = createSqlitePorts({ ...options, ...parts, box, holder, fileBytes });
  const followClock = createFollowClock(database, now);
  let isClosed = false;
  return {
    ...opened,
    capacity: withFiles(opened.capacity, fileBytes),
    now,
    fileBytes,
    sweep: createSweep({
      database: ports,
      files: opened.files,
      fileBytes,
      reapDead: () => reaper.reapDead(),
      now,
    }),
    followClock: async (reading) => followClock(reading),
    backup: (path) => backUp(folder.database, path),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      try {
        reaper.reap(holder);
      } finally {
        parts.close();
      }
    },
  };
}
