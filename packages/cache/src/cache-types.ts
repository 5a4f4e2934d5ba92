import type { RenderRequest } from '@tintype/contract';
import type { Middleware, RenderResult } from '@tintype/core';
import type { Holdings } from './entry-store.ts';

/** Options of `createCache`. */
export interface CacheOptions {
  /** Where results are kept on disk. Without it, they are kept in memory alone. */
  dir?: string;
  /** The most memory that results may take, in bytes; 0 keeps none there. Default 64 MiB. */
  maxMemoryBytes?: number;
  /** The most that the files may take, in bytes; 0 keeps none. Default 1 GiB. */
  maxDiskBytes?: number;
  /** Unix milliseconds. */
  now?: () => number;
  /** Told in a sentence when something is not kept as it should be. Default: a warning of the process. */
  onWarning?: (message: string) => void;
}

/** What is asked of a cache. */
export interface CacheQuery {
  /** Who may share the result, for example the id of an account. */
  scope: string;
  /** A checked request. One without `cache: true` is neither looked up nor kept. */
  request: RenderRequest;
  /** How long the result is kept, and how old one may be to be given instead. Default: `cache_ttl` of the request. */
  ttlSeconds?: number;
  /** Ends the waiting. The render goes on as long as somebody else waits for it. */
  signal?: AbortSignal | undefined;
}

/** What a cache gives. */
export interface Cached {
  /** Its body is shared with others who get it: read it, and do not write to it. Of a hit, `timings` is empty. */
  result: RenderResult;
  /** Whether nothing was rendered for this question: the result was kept, or an equal request was being rendered. */
  hit: boolean;
  /** Until when it is kept, in Unix milliseconds; absent where it is not. */
  expiresAt?: number;
}

/** Figures since the start. */
export interface CacheStats {
  hits: { memory: number; disk: number; joined: number };
  misses: number;
  /** Entries that went to make room. */
  evictions: { memory: number; disk: number };
  writeFailures: number;
  /** Entries that did not fit their checksum. */
  corrupt: number;
  memory: Holdings;
  disk: Holdings;
}

/** Results that are kept. */
export interface Cache {
  /**
   * Gives the result of a request: a kept one, that of an equal request under way, or what `produce` gives. Its errors are passed on and
   * never kept. `produce` gets the signal that says when nobody waits for it any more.
   */
  through(
    query: CacheQuery,
    produce: (signal: AbortSignal) => Promise<RenderResult>,
  ): Promise<Cached>;
  /** What is kept for a request, if it is; nothing is rendered, waited for or counted. */
  peek(query: CacheQuery): Promise<Cached | undefined>;
  /** For `createRenderer({ use: [cache.middleware] })`. */
  readonly middleware: Middleware;
  readonly stats: CacheStats;
  /** Looks through the folder in the background now, instead of after the first use. Nothing has to wait for it. */
  start(): void;
  /** Removes what has expired. How many entries that were. */
  sweep(): Promise<number>;
  /** Waits for what is being written. */
  stop(): Promise<void>;
}
