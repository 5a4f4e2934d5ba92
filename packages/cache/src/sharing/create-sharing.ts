import { LRUCache } from 'lru-cache';
import type { RenderResult } from '@tintype/core';
import { cacheKey, flightKey } from '../cache-key.ts';
import type { Cached, CacheQuery } from '../cache-types.ts';
import { createSingleFlight } from './single-flight.ts';

/** Options of {@link createSharing}. */
export interface SharingOptions {
  /** The most that videos just made may take, in bytes. Default 64 MiB. */
  maxBytes?: number;
  /** Milliseconds of any clock. */
  now?: () => number;
}

export interface SharingQuery extends Pick<CacheQuery, 'scope' | 'request' | 'signal'> {
  /** True if a part is requested, which a result that has just finished can provide. */
  isPart: boolean;
}

/** A shared result, and whether it is still available for requests of a part of it. */
export type Shared = Pick<Cached, 'result' | 'hit'> & { isRecent: boolean };

/** Results that are not kept, and still rendered once for callers at the same time. */
export interface Sharing {
  through(
    query: SharingQuery,
    produce: (signal: AbortSignal) => Promise<RenderResult>,
  ): Promise<Shared>;
}

const maxRecent = 100;
/** Time that a video is shared with requests for a part of it. */
const recentMs = 60_000;

/**
 * Makes one. A browser that is led to a video asks twice: once to see what it is, and again, for a
 * part of it, to play it.
 * @example
 * const sharing = createSharing();
 * const { result } = await sharing.through({ scope, request, signal, isPart: false }, render);
 */
export function createSharing(options: SharingOptions = {}): Sharing {
  const { maxBytes = 64 * 2 ** 20, now = Date.now } = options;
  const flights = createSingleFlight<RenderResult>();
  const recent = new LRUCache<string, RenderResult>({
    max: maxRecent,
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.byteLength),
    ttl: recentMs,
    // A large result does not stay until the next call.
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    async through({ scope, request, signal, isPart }, produce) {
      const key = cacheKey(scope, request);
      const known = isPart ? recent.get(key) : undefined;
      if (known !== undefined) return { result: withoutTimings(known), hit: true, isRecent: true };
      const { value, joined } = flights.run(flightKey(key, request), signal, async (abandoned) => {
        const result = await produce(abandoned);
        if (result.mediaType.startsWith('video/')) recent.set(key, result);
        return result;
      });
      const result = await value;
      const isRecent = recent.has(key);
      return { result: joined ? withoutTimings(result) : result, hit: joined, isRecent };
    },
  };
}

/** They say how long one render took, and nothing was rendered for this. */
function withoutTimings(result: RenderResult): RenderResult {
  return { ...result, timings: [] };
}
