import { RenderError } from '@tintype/contract/errors';
import { ringOf, writeMasterKeys } from '../keys/master-key.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import type { Database } from '../sql/database.ts';
import { prepareSealing, type RotatedMasterKey } from '../sql/sealed-values.ts';
import { openDataFolder } from '../sqlite/data-folder.ts';
import { openConnections } from './open-connections.ts';
import type { PostgresStoreOptions } from './open-postgres-store.ts';
import { openSecretBox } from './open-secret-box.ts';
import { createPortDatabase } from './port-database.ts';
import { postgresError } from './postgres-error.ts';
import { hasUsers, takeStoreAlone, type StoreAlone } from './store-lock.ts';
import { migrate } from './schema.ts';

/** As for SQLite. Every process that works on the database must be stopped, on every machine. */
export async function rotatePostgresMasterKey(
  options: Pick<PostgresStoreOptions, 'url' | 'dataDir' | 'masterKey'>,
): Promise<RotatedMasterKey> {
  const { masterKey } = options;
  const { masterKey: path } = openDataFolder(options.dataDir);
  const connections = await openConnections(options.url, 1);
  let alone: StoreAlone | undefined;
  try {
    await migrate(connections);
    alone = await takeStoreAlone(connections);
    const database = createPortDatabase(connections.pool);
    const box = await openSecretBox(database, { masterKey, path });
    const ring = ringOf(masterKey, path);
    if (masterKey === undefined) writeMasterKeys(path, ring);
    box.use(ring);
    const done = await sealAnew(database, box);
    // A process that started before the new key was written, as those of the previous version can,
    // seals under the old one.
    const late = await sealAnew(database, box);
    if (late.sealed > 0 || !(await alone.holds()) || (await hasUsers(connections.pool))) {
      throw new RenderError(
        'storage_failed',
        'A service was started meanwhile, or the connection was lost. Both master keys are still needed, and nothing is lost: stop the service, and run this again.',
      );
    }
    if (masterKey === undefined) writeMasterKeys(path, ring.slice(0, 1));
    return done;
  } catch (error) {
    throw postgresError(error);
  } finally {
    await alone?.end();
    await connections.end();
  }
}

async function sealAnew(database: Database, box: SecretBox): Promise<RotatedMasterKey> {
  const done = { sealed: 0, unreadable: 0 };
  for (const sealPage of prepareSealing(database, box)) {
    let last: Parameters<typeof sealPage>[0];
    do {
      const page = await database.write(() => sealPage(last));
      done.sealed += page.sealed;
      done.unreadable += page.unreadable;
      ({ last } = page);
    } while (last);
  }
  return done;
}
