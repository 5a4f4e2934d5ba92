import { makeMasterKey, parseMasterKeys, readMasterKeys } from '../keys/master-key.ts';
import { checkText, openKnown, type MasterKeySource } from '../keys/open-known.ts';
import { createSecretBox, type SecretBox } from '../keys/secret-box.ts';
import type { Database } from './open-database.ts';

/**
 * Opens the store's encryption; creates the key at the first start.
 * @throws RenderError `storage_failed` if the key is missing or wrong
 */
export function openSecretBox(database: Database, { masterKey, path }: MasterKeySource): SecretBox {
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)`);
  const given = () =>
    masterKey === undefined ? readMasterKeys(path) : parseMasterKeys(masterKey, 'masterKey');
  const check = () => read.get({ key: checkText })?.value;
  // Except at the first start there is nothing to write, and no lock to wait for.
  const known = database.read(check);
  if (known) return openKnown(known, given(), { masterKey, path });
  return database.write(() => {
    const sealed = check();
    if (sealed) return openKnown(sealed, given(), { masterKey, path });
    const box = createSecretBox(...(given() ?? [makeMasterKey(path)]));
    write.run({ key: checkText, value: box.seal(checkText, checkText) });
    return box;
  });
}
