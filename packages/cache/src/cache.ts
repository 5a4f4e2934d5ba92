import type { Middleware } from '@tintype/core';
import type { CacheOptions } from './cache-types.ts';
import { createCache } from './create-cache.ts';

/**
 * A cache as middleware and nothing else, for the life of a program. {@link createCache} gives
 * figures, sweeps and an end as well.
 * @throws RangeError for a size that is no whole number of bytes
 * @example
 * const renderer = createRenderer({ use: [cache({ dir: '.cache/images' })] });
 * const result = await renderer.render({ kind: 'screenshot', url, cache: true, cache_ttl: 3600 });
 * console.log(result.cache); // MISS, and HIT the next time
 */
export function cache(options: CacheOptions = {}): Middleware {
  return createCache(options).middleware;
}
