import { RenderError } from '@tintype/contract/errors';
import { ringOf, writeMasterKeys } from '../keys/master-key.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import { prepareSealing, type RotatedMasterKey } from '../sql/sealed-values.ts';
import { openAlone, openParts, type SqliteStoreOptions } from './create-sqlite-store.ts';
import { openDataFolder, refuseEmptied } from './data-folder.ts';
import { openSecretBox } from './open-secret-box.ts';
import { createPortDatabase, type PortDatabase } from './port-database.ts';

/**
 * Seals everything in a data folder again, under a new master key: one that is generated, in
 * `master.key`, or the first of those in the option `masterKey`, followed by the old ones. No other
 * process may use the folder meanwhile. If it is interrupted, both keys open the store, and the
 * next rotation continues.
 * @throws RenderError `invalid_parameter` while another process uses the folder, or if a master key
 *   is given without the previous one; `storage_failed` if a process opened it meanwhile: both keys
 *   are needed until it is run again
 * @example
 * rotateSqliteMasterKey({ dataDir: '/var/lib/tintype', now: Date.now });
 */
export function rotateSqliteMasterKey({
  dataDir,
  masterKey,
}: SqliteStoreOptions): RotatedMasterKey {
  const folder = openDataFolder(dataDir);
  return openParts(dataDir, (opened) => {
    refuseEmptied(folder);
    const { database, lock } = openAlone(
      opened,
      folder,
      'The service runs, or another command works on its data. Stop it: what it holds in memory is the old master key.',
    );
    const { masterKey: path } = folder;
    const box = openSecretBox(database, { masterKey, path });
    const ring = ringOf(masterKey, path);
    if (masterKey === undefined) writeMasterKeys(path, ring);
    box.use(ring);
    const done = sealAnew(createPortDatabase(database), box);
    // A process that started before the new key was written seals under the old one.
    if (lock.hasOthers()) {
      throw new RenderError(
        'storage_failed',
        'The service was started meanwhile. Both master keys are still needed, and nothing is lost: stop the service, and run this again.',
      );
    }
    if (masterKey === undefined) writeMasterKeys(path, ring.slice(0, 1));
    opened.close();
    return done;
  });
}

function sealAnew(database: PortDatabase, box: SecretBox): RotatedMasterKey {
  const done = { sealed: 0, unreadable: 0 };
  for (const sealPage of prepareSealing(database, box)) {
    let last: Parameters<typeof sealPage>[0];
    do {
      const page = database.write(() => sealPage(last));
      done.sealed += page.sealed;
      done.unreadable += page.unreadable;
      ({ last } = page);
    } while (last);
  }
  return done;
}
