import { RenderError } from '@tintype/contract/errors';
import { createSecretBox, type SecretBox } from './secret-box.ts';

/** Known text, encrypted with the master key: reveals a wrong key at the start. */
export const checkText = 'master_key_check';

export interface MasterKeySource {
  /** Instead of the file. */
  masterKey: string | undefined;
  path: string;
}

/** Opens a database that has a master key. @throws RenderError `storage_failed` */
export function openKnown(
  sealed: Uint8Array,
  keys: readonly Buffer[] | undefined,
  { masterKey, path }: MasterKeySource,
): SecretBox {
  if (!keys) {
    throw new RenderError(
      'storage_failed',
      `${path} is missing. The secret keys in the database can only be read with it: restore it, or pass the master key as an option.`,
    );
  }
  const box = createSecretBox(...keys);
  if (box.open(sealed, checkText) === checkText) return box;
  const place = masterKey === undefined ? `The master key in ${path}` : 'The master key given';
  throw new RenderError(
    'storage_failed',
    `${place} is not the one that the secret keys in the database were encrypted with.`,
  );
}
