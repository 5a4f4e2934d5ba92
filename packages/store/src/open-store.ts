import type { Store } from './ports.ts';
import { openPostgresStore } from './postgres/open-postgres-store.ts';
import { createSqliteStore, type SqliteStoreOptions } from './sqlite/create-sqlite-store.ts';
import { openSqliteStore } from './sqlite/thread/open-sqlite-store.ts';
import { placeOf } from './store-place.ts';

/** Options of a store on either database. */
export interface StoreOptions extends Omit<SqliteStoreOptions, 'now'> {
  /**
   * `sqlite` (the data folder), `sqlite:` and another folder, or `postgres://...`. Default
   * `sqlite`.
   */
  place?: string | undefined;
  /** True to run SQLite in threads of its own, for a service. Default false. */
  hasThreads?: boolean;
}

/**
 * Opens the store that a setting names.
 * @throws RenderError `invalid_parameter` for a place that is none; `storage_failed` as {@link
 *   openSqliteStore} and {@link openPostgresStore} say; RangeError for a bound that is no integer
 *   from 1
 * @example
 * const store = await openStore({
 *   place: 'postgres://tintype@db/tintype',
 *   dataDir: '/srv/tintype',
 * });
 */
export async function openStore({
  place,
  hasThreads = false,
  ...options
}: StoreOptions): Promise<Store> {
  const at = placeOf(place, options.dataDir);
  if (at.kind === 'postgres') return openPostgresStore({ ...options, url: at.url });
  const wanted = { ...options, dataDir: at.folder, now: Date.now };
  return hasThreads ? openSqliteStore(wanted) : createSqliteStore(wanted);
}
