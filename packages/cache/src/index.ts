export { cache } from './cache.ts';
export type { Cache, Cached, CacheOptions, CacheQuery, CacheStats } from './cache-types.ts';
export { createCache } from './create-cache.ts';
export type { Holdings } from './entry-store.ts';
