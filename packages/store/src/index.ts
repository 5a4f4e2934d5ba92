export { accountFields } from './account-fields.ts';
export { createClockWatch, type ClockWatch, type ClockWatchOptions } from './create-clock-watch.ts';
export { createPoller, type Poller, type PollerOptions } from './create-poller.ts';
export { accountStorageFull, refusedRequest, tooManySessions } from './refused-request.ts';
export { requireFeature, requireTasks } from './require-feature.ts';
export { makeOwnedFile } from './owned-files.ts';
export { openBytes, sealBytes, type SealedBytes } from './keys/seal-bytes.ts';
export { keepResult, type KeptResult } from './keep-result.ts';
export type * from './ports.ts';
export {
  changePlans,
  defaultPlans,
  limitsOf,
  planChanges,
  planFeatures,
  planWith,
  readPlans,
  type Plan,
  type PlanFeature,
  type Plans,
} from './plans.ts';
export { planNames, type PlanName } from './plan-names.ts';
export { rotateMasterKey } from './rotate-master-key.ts';
export { maxCheckAgeMs } from './sql/monitors/monitor-files.ts';
export type { RotatedMasterKey } from './sql/sealed-values.ts';
export {
  createSqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from './sqlite/create-sqlite-store.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.ts';
export { moveStore } from './move/move-store.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { concealPlace, isStorePlace, placeOf, type StorePlace } from './store-place.ts';
export { openSqliteStore } from './sqlite/thread/open-sqlite-store.ts';
