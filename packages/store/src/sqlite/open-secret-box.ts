import { RenderError } from '@tintype/contract/errors';
import { makeMasterKey, parseMasterKeys, readMasterKeys } from '../keys/master-key.ts';
import { createSecretBox, type SecretBox } from '../keys/secret-box.ts';
import type { Database } from './open-database.ts';

/** Known text under the master key: a wrong one is noticed at the start, not at the first signature. */
const CHECK = 'master_key_check';

/** Where the master key comes from. */
export interface MasterKeySource {
  /** Instead of the file. */
  masterKey: string | undefined;
  path: string;
}

/**
 * Opens what was sealed under the master key of this database; makes the key at the first start.
 *
 * @throws RenderError `storage_failed` when the key is missing, or is not the one of this database
 */
export function openSecretBox(database: Database, { masterKey, path }: MasterKeySource): SecretBox {
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)`);
  const given = () =>
    masterKey === undefined ? readMasterKeys(path) : parseMasterKeys(masterKey, 'masterKey');
  const check = () => read.get({ key: CHECK })?.value;
  // At every start but the first there is nothing to write, and nobody to wait for.
  const known = database.read(check);
  if (known) return openKnown(known, given(), { masterKey, path });
  return database.write(() => {
    const sealed = check();
    if (sealed) return openKnown(sealed, given(), { masterKey, path });
    const box = createSecretBox(...(given() ?? [makeMasterKey(path)]));
    write.run({ key: CHECK, value: box.seal(CHECK, CHECK) });
    return box;
  });
}

function openKnown(
  sealed: Uint8Array,
  keys: readonly Buffer[] | undefined,
  { masterKey, path }: MasterKeySource,
): SecretBox {
  if (!keys) {
    throw new RenderError(
      'storage_failed',
      `${path} is missing. The secret keys in the database can be read with it alone: put it back, or give the master key as an option.`,
    );
  }
  const box = createSecretBox(...keys);
  if (box.open(sealed, CHECK) === CHECK) return box;
  const place = masterKey === undefined ? `The master key in ${path}` : 'The master key given';
  throw new RenderError(
    'storage_failed',
    `${place} is not the one that the secret keys in the database were encrypted with.`,
  );
}
