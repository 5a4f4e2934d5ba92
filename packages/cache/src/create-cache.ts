import type { RenderRequest } from '@tintype/contract';
import type { Middleware, RenderResult } from '@tintype/core';
import { cacheKey } from './cache-key.ts';
import { createDiskStore, type DiskStore } from './disk-store.ts';
import { toEntry, toResult, type Entry } from './entry.ts';
import type { Holdings } from './entry-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { cacheMiddleware } from './middleware.ts';
import { createSingleFlight } from './single-flight.ts';
import { createSweeper } from './sweeper.ts';

/** Options of {@link createCache}. */
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

interface Outcome {
  entry: Entry;
  /** What was rendered; absent when the entry had been kept. */
  fresh?: RenderResult;
}

/** Beyond so many, a render waits until its result is on disk: memory would fill up behind a slow disk. */
const maxWrites = 16;

/**
 * Makes a cache. Nothing is read or written before its first use.
 *
 * @throws RangeError for a size that is no whole number of bytes
 * @example
 * const cache = createCache({ dir: '/var/cache/tintype', maxDiskBytes: 10 * 2 ** 30 });
 * const renderer = createRenderer({ use: [cache.middleware] });
 * const { timings } = await renderer.render({ kind: 'screenshot', url, cache: true, cache_ttl: 3600 });
 */
export function createCache(options: CacheOptions = {}): Cache {
  const { dir, now = Date.now, onWarning = warnProcess } = options;
  const { maxMemoryBytes = 64 * 2 ** 20, maxDiskBytes = 2 ** 30 } = options;
  checkBytes('maxMemoryBytes', maxMemoryBytes);
  checkBytes('maxDiskBytes', maxDiskBytes);
  const memory = createMemoryStore({ maxBytes: maxMemoryBytes, now });
  const disk: DiskStore | undefined =
    dir === undefined || maxDiskBytes === 0
      ? undefined
      : createDiskStore({ dir, maxBytes: maxDiskBytes, now, onWarning });
  const flights = createSingleFlight<Outcome>();
  const writes = new Map<Entry, Promise<unknown>>();
  const beingWritten = new Map<string, Entry>();
  const hits = { memory: 0, disk: 0, joined: 0 };
  let misses = 0;

  const sweep = async (signal?: AbortSignal) => {
    const [first, second] = await Promise.all([memory.sweep(), disk?.sweep(signal) ?? 0]);
    return first + second;
  };
  const sweeper = createSweeper(sweep);

  const isFresh = (entry: Entry, ttlSeconds: number) =>
    now() < Math.min(entry.expiresAt, entry.storedAt + ttlSeconds * 1000);

  const keep = async (entry: Entry) => {
    await memory.write(entry);
    if (!disk) return;
    const write = disk.write(entry).finally(() => {
      writes.delete(entry);
      if (beingWritten.get(entry.key) === entry) beingWritten.delete(entry.key);
    });
    writes.set(entry, write);
    beingWritten.set(entry.key, entry);
    if (writes.size > maxWrites) await write;
  };

  const fromDisk = async (key: string, ttlSeconds: number) => {
    const entry = beingWritten.get(key) ?? (await disk?.read(key));
    if (!entry || !isFresh(entry, ttlSeconds)) return undefined;
    hits.disk += 1;
    await memory.write(entry);
    return entry;
  };

  const through: Cache['through'] = async (query, produce) => {
    const { scope, request, ttlSeconds = request.cache_ttl, signal } = query;
    if (!request.cache) {
      const result = await produce(signal ?? new AbortController().signal);
      return { result, hit: false };
    }
    sweeper.start();
    const key = cacheKey(scope, request);
    for (;;) {
      const near = memory.peek(key);
      if (near && isFresh(near, ttlSeconds)) {
        hits.memory += 1;
        return { result: toResult(near), hit: true };
      }
      const { value, joined } = await flights.run(key, signal, async (abandoned) => {
        const kept = await fromDisk(key, ttlSeconds);
        if (kept) return { entry: kept };
        misses += 1;
        const fresh = await produce(abandoned);
        const entry = toEntry(key, fresh, now(), ttlSeconds);
        if (isWorthKeeping(fresh)) await keep(entry);
        return { entry, fresh };
      });
      if (!joined) {
        return { result: value.fresh ?? toResult(value.entry), hit: value.fresh === undefined };
      }
      // Whoever began it may have been content with an older one.
      if (!value.fresh && !isFresh(value.entry, ttlSeconds)) continue;
      hits.joined += 1;
      return { result: toResult(value.entry), hit: true };
    }
  };

  return {
    through,
    middleware: cacheMiddleware(through),
    get stats() {
      const none = { entries: 0, bytes: 0 };
      return {
        hits: { ...hits },
        misses,
        evictions: { memory: memory.evictions, disk: disk?.evictions ?? 0 },
        writeFailures: disk?.writeFailures ?? 0,
        corrupt: disk?.corrupt ?? 0,
        memory: memory.holdings,
        disk: disk?.holdings ?? none,
      };
    },
    start: () => sweeper.start(),
    sweep: () => sweep(),
    async stop() {
      await sweeper.stop();
      await Promise.all(writes.values());
    },
  };
}

/** A server that says that it is in trouble, or that it was asked too often, says something else soon. */
function isWorthKeeping({ metadata: { status = 200 } }: RenderResult): boolean {
  return status < 500 && status !== 429;
}

function warnProcess(message: string): void {
  process.emitWarning(message, 'TintypeCacheWarning');
}

function checkBytes(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new RangeError(`${name} must be a whole number of bytes, 0 or more; got ${String(value)}.`);
}
