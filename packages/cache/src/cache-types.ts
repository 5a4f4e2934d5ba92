import type { RenderRequest } from '@tintype/contract';
import type { Middleware, RenderResult } from '@tintype/core';
import type { Holdings } from './entries/entry-store.ts';

/** Shared storage of several processes, such as a bucket. Its methods reject on failure. */
export interface ObjectStorage {
  /** Undefined where there is none, or a larger one. */
  get(key: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Replaces an existing object. */
  put(key: string, content: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Options of `createCache`. */
export interface CacheOptions {
  /** Folder for results on disk. Without it, they are cached in memory only. */
  dir?: string;
  /** Storage of results instead of the disk, shared by processes, with its own expiry. */
  objects?: ObjectStorage;
  /** The most memory that results may take, in bytes; 0 keeps none there. Default 64 MiB. */
  maxMemoryBytes?: number;
  /** Maximum bytes of the files, 0 for none; with `objects`, of one. Default 1 GiB. */
  maxDiskBytes?: number;
  /** Unix milliseconds. */
  now?: () => number;
  /** Called with a sentence when something cannot be kept. Default: a warning of the process. */
  onWarning?: (message: string) => void;
}

/** A query of a cache. */
export interface CacheQuery {
  /** The callers that may share the result, for example the id of an account. */
  scope: string;
  /** A checked request. One without `cache: true` is neither looked up nor kept. */
  request: RenderRequest;
  /** Time to live, and maximum age of a hit. Default: `cache_ttl` of the request. */
  ttlSeconds?: number;
  /** Ends the waiting. The render continues while another caller waits for it. */
  signal?: AbortSignal | undefined;
}

/** A result from a cache. */
export interface Cached {
  /** Its body is shared: do not write to it. Of a hit, `timings` is empty. */
  result: RenderResult;
  /** True if this call rendered nothing: a cached result, or an equal render in progress. */
  hit: boolean;
  /** Until when it is kept, in Unix milliseconds; absent where it is not. */
  expiresAt?: number;
}

/** Figures since the start. */
export interface CacheStats {
  /** `disk` are those of `objects`, too. */
  hits: { memory: number; disk: number; joined: number };
  misses: number;
  /** Entries evicted to make room. */
  evictions: { memory: number; disk: number };
  writeFailures: number;
  /** Entries that did not match their checksum. */
  corrupt: number;
  memory: Holdings;
  /** 0 for `objects`: their total size is not counted. */
  disk: Holdings;
}

/** Results that are kept. */
export interface Cache {
  /**
   * Returns the result of a request: a cached one, that of an equal request in progress, or the
   * result of `produce`. Errors are passed on and never cached. `produce` receives a signal that is
   * aborted when no caller waits any more.
   */
  through(
    query: CacheQuery,
    produce: (signal: AbortSignal) => Promise<RenderResult>,
  ): Promise<Cached>;
  /** Returns the cached result, if any; neither renders, waits nor counts. */
  peek(query: CacheQuery): Promise<Cached | undefined>;
  /** For `createRenderer({ use: [cache.middleware] })`. */
  readonly middleware: Middleware;
  readonly stats: CacheStats;
  /** Scans the folder in the background now, instead of after the first use. */
  start(): void;
  /** Removes expired entries. Returns their number. */
  sweep(): Promise<number>;
  /** Waits for pending writes. */
  stop(): Promise<void>;
}
