import { createFileBytes } from '../file-bytes.ts';
import type { Store } from '../ports.ts';
import { storageError } from '../storage-error.ts';
import { createAccounts } from './accounts.ts';
import { backUp } from './backup.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { createFiles } from './file-rows.ts';
import { openDatabase, type Database } from './open-database.ts';
import { openSecretBox } from './open-secret-box.ts';
import { createOutbox } from './outbox.ts';
import { takeProcessLock, type ProcessLock } from './process-locks.ts';
import { createRates, type Rates } from './rates.ts';
import { createReaper } from './reap.ts';
import { createRequests } from './requests.ts';
import { migrate } from './schema.ts';
import { createSweep } from './sweep.ts';
import { createTasks } from './tasks.ts';
import { createUsage } from './usage.ts';

/** What a store is made of. */
export interface SqliteStoreOptions {
  /** Is made if there is none. Several processes of one machine may share it. */
  dataDir: string;
  /** 64 hex digits, or base64 of 32 bytes. Default: `master.key` in the data folder, made at the first start. */
  masterKey?: string;
  /** Bound of the size of the database; default none but the disk. */
  maxDatabaseBytes?: number;
  /** The clock: Unix milliseconds. */
  now: () => number;
}

/**
 * Opens the store in a data folder: `tintype.db` (SQLite), `files/`, and `master.key`.
 *
 * @throws RenderError `storage_failed` when the folder or the database cannot be used, or the master
 * key is missing or another one
 * @example
 * const store = createSqliteStore({ dataDir: '/var/lib/tintype', now: Date.now });
 * const { keys } = await store.accounts.create({ name: 'acme', plan: 'pro' });
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  const folder = openDataFolder(options.dataDir);
  const opened: { close(): void }[] = [];
  const keep = <Part extends { close(): void }>(part: Part) => {
    opened.push(part);
    return part;
  };
  try {
    const { database: path } = folder;
    const maxBytes = options.maxDatabaseBytes;
    const durable = keep(openDatabase({ path, durability: 'full', maxBytes }));
    migrate(durable, path);
    const quick = keep(openDatabase({ path, durability: 'normal', maxBytes }));
    const rates = keep(createRates(folder.rates, options.now));
    const lock = takeProcessLock(folder.processes);
    keep({ close: () => lock.release() });
    return compose(options, { folder, durable, quick, rates, lock, opened });
  } catch (error) {
    for (const part of opened.toReversed()) part.close();
    throw storageError(error, `The data folder ${options.dataDir}`);
  }
}

interface Opened {
  folder: DataFolder;
  durable: Database;
  quick: Database;
  rates: Rates;
  lock: ProcessLock;
  opened: { close(): void }[];
}

function compose(options: SqliteStoreOptions, parts: Opened): Store {
  const { folder, durable: database, quick, rates, lock, opened } = parts;
  const { now, masterKey } = options;
  const { holder } = lock;
  const box = openSecretBox(database, { masterKey, path: folder.masterKey });
  const reaper = createReaper(database, lock, now);
  reaper.reapDead();
  const files = createFiles(database, now);
  const fileBytes = createFileBytes(folder.files);
  let isClosed = false;
  return {
    accounts: createAccounts({ database, box, now }),
    usage: createUsage({ database: quick, rates, holder, now }),
    requests: createRequests({ database, box, holder, now }),
    files,
    fileBytes,
    outbox: createOutbox({ database, holder, now }),
    tasks: createTasks({ database, box, now }),
    sweep: createSweep({ database, files, fileBytes, reaper, now }),
    backup: (path) => backUp(folder.database, path),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      try {
        reaper.reap(holder);
      } finally {
        for (const part of opened.toReversed()) part.close();
      }
    },
  };
}
