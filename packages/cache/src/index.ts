export { cache } from './cache.ts';
export {
  createCache,
  type Cache,
  type Cached,
  type CacheOptions,
  type CacheQuery,
  type CacheStats,
} from './create-cache.ts';
export type { Holdings } from './entry-store.ts';
