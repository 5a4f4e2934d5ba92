export { accountLimits } from './check-values.ts';
export { createPoller, type Poller, type PollerOptions } from './create-poller.ts';
export { createFileBytes } from './file-bytes.ts';
export type * from './ports.ts';
export {
  defaultPlans,
  limitsOf,
  planFeatures,
  planNames,
  planWith,
  readPlans,
  type Plan,
  type PlanFeature,
  type PlanName,
  type Plans,
} from './plans.ts';
export { createSqliteStore, type SqliteStoreOptions } from './sqlite/create-sqlite-store.ts';
