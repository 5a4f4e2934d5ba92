export type {
  Cache,
  Cached,
  CacheOptions,
  CacheQuery,
  CacheStats,
  ObjectStorage,
} from './cache-types.ts';
export { cache, createCache } from './create-cache.ts';
export {
  createSharing,
  type Shared,
  type Sharing,
  type SharingOptions,
  type SharingQuery,
} from './sharing/create-sharing.ts';
export type { Holdings } from './entries/entry-store.ts';
