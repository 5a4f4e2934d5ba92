import type { StoreOptions } from './open-store.ts';
import { rotatePostgresMasterKey } from './postgres/rotate-postgres-master-key.ts';
import type { RotatedMasterKey } from './sql/sealed-values.ts';
import { rotateSqliteMasterKey } from './sqlite/rotate-master-key.ts';
import { placeOf } from './store-place.ts';

/**
 * Seals everything in a store again, under a new master key: one that is generated, in
 * `master.key`, or the first of those in the option `masterKey`, followed by the old ones. No other
 * process may use the store meanwhile. If it is interrupted, both keys open the store, and the next
 * rotation continues.
 * @throws RenderError `invalid_parameter` while another process uses the store, or if a master key
 *   is given without the previous one; `storage_failed` if a process opened it meanwhile: both keys
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
