import { openFileBytes } from '@tintype/files';
import type { Store } from '../../ports.ts';
import { boundsOf } from '../../sql/store-bounds.ts';
import {
  createSqlitePorts,
  openParts,
  type SqlitePorts,
  type SqliteStoreOptions,
} from '../create-sqlite-store.ts';
import { openDataFolder } from '../data-folder.ts';
import { openDatabase } from '../open-database.ts';
import { openSecretBox } from '../open-secret-box.ts';
import { openRates } from '../rates.ts';

/**
 * Opens an existing store for reading. Only rates, which have a database of their own, are
 * writable.
 */
export function createReadStore(options: SqliteStoreOptions): SqlitePorts & Pick<Store, 'close'> {
  const { dataDir, masterKey, now } = options;
  const folder = openDataFolder(dataDir);
  return openParts(dataDir, ({ keep, close }) => {
    const database = keep(openDatabase({ path: folder.database, durability: 'full' }));
    database.exec('PRAGMA query_only = ON');
    const box = openSecretBox(database, { masterKey, path: folder.masterKey });
    const rates = keep(openRates(folder.rates, now));
    const ports = createSqlitePorts({
      ...options,
      ...boundsOf(options),
      database,
      quick: database,
      rates,
      box,
      holder: '',
      fileBytes: openFileBytes(folder.files, options.s3),
    });
    return { ...ports, close: async () => close() };
  });
}
