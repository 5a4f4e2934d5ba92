import type { StoreOptions } from './open-store.ts';
import { rotatePostgresMasterKey } from './postgres/rotate-postgres-master-key.ts';
import type { RotatedMasterKey } from './sql/sealed-values.ts';
import { rotateSqliteMasterKey } from './sqlite/rotate-master-key.ts';
import { placeOf } from './store-place.ts';

/**
 * Seals everything in a store anew, under a new master key: one that is made here, in `master.key`,
 * or the first of those in the option `masterKey`, which has the old ones behind it. Nothing else
 * may use the store meanwhile. When it is ended in the middle, both keys open the store, and the
 * next rotation goes on.
 *
 * @throws RenderError `invalid_parameter` while somebody else uses the store, or when a master key
 *   is given without the one before; `storage_failed` when somebody has come meanwhile: both keys
 *   are needed until it is run again
 * @example
 * await rotateMasterKey({ dataDir: '/var/lib/tintype' });
 */
export async function rotateMasterKey({
  place,
  ...options
}: Pick<StoreOptions, 'place' | 'dataDir' | 'masterKey'>): Promise<RotatedMasterKey> {
  const at = placeOf(place, options.dataDir);
  if (at.kind === 'postgres') return rotatePostgresMasterKey({ ...options, url: at.url });
  return rotateSqliteMasterKey({ ...options, dataDir: at.folder, now: Date.now });
}
