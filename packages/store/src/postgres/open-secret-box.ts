import { makeMasterKey, parseMasterKeys, readMasterKeys } from '../keys/master-key.ts';
import { checkText, openKnown, type MasterKeySource } from '../keys/open-known.ts';
import { createSecretBox, type SecretBox } from '../keys/secret-box.ts';
import type { Database } from '../sql/database.ts';

/**
 * Opens the store's encryption; creates the key at the first start. Every process needs the same
 * key.
 * @throws RenderError `storage_failed` if the key is missing or wrong
 */
export async function openSecretBox(
  database: Database,
  source: MasterKeySource,
): Promise<SecretBox> {
  const { masterKey, path } = source;
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)`);
  const given = () =>
    masterKey === undefined ? readMasterKeys(path) : parseMasterKeys(masterKey, 'masterKey');
  return database.writeFor('master key', function* () {
    const known = (yield* read.get({ key: checkText }))?.value;
    if (known) return openKnown(known, given(), source);
    const box = createSecretBox(...(given() ?? [makeMasterKey(path)]));
    yield* write.run({ key: checkText, value: box.seal(checkText, checkText) });
    return box;
  });
}
