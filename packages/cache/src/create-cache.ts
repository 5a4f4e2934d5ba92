import type { RenderResult, Middleware } from '@tintype/core';
import { cacheKey, flightKey } from './cache-key.ts';
import type { Cache, CacheOptions } from './cache-types.ts';
import { createDiskStore, type DiskStore } from './entries/disk-store.ts';
import { toEntry, toResult, type Entry } from './entries/entry.ts';
import { createObjectStore } from './entries/object-store.ts';
import { createMemoryStore } from './entries/memory-store.ts';
import { cacheMiddleware } from './middleware.ts';
import { createSingleFlight } from './sharing/single-flight.ts';
import { createSweeper } from './entries/sweeper.ts';
import { RenderError } from '@tintype/contract';

interface Outcome {
  entry: Entry;
  /** The new result; absent if the entry was cached. */
  fresh?: RenderResult;
}

/** With more pending writes, a render waits for its own: a slow disk must not fill memory. */
const maxWrites = 16;

/**
 * Makes a cache. Nothing is read or written before its first use.
 * @throws RangeError for a size that is no whole number of bytes
 * @example
 * const cache = createCache({ dir: '/var/cache/tintype', maxDiskBytes: 10 * 2 ** 30 });
 * const renderer = createRenderer({ use: [cache.middleware] });
 * const { timings } = await renderer.render({
 *   kind: 'screenshot',
 *   url,
 *   cache: true,
 *   cache_ttl: 3600,
 * });
 */
export function createCache(options: CacheOptions = {}): Cache {
  const { now = Date.now, onWarning = warnProcess } = options;
  const { maxMemoryBytes = 64 * 2 ** 20, maxDiskBytes = 2 ** 30 } = options;
  checkBytes('maxMemoryBytes', maxMemoryBytes);
  checkBytes('maxDiskBytes', maxDiskBytes);
  const disk = secondLevel({ ...options, maxDiskBytes, now, onWarning });
  const memory = createMemoryStore({
    maxBytes: maxMemoryBytes,
    // One video would evict a thousand images; from disk it is fast enough.
    maxEntryBytes: disk ? maxMemoryBytes / 4 : maxMemoryBytes,
    now,
  });
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

  const endOf = ({ expiresAt, storedAt }: Entry, ttlSeconds: number) =>
    Math.min(expiresAt, storedAt + ttlSeconds * 1000);
  const isFresh = (entry: Entry, ttlSeconds: number) => now() < endOf(entry, ttlSeconds);

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

  const lookUpOrRender = async (
    key: string,
    ttlSeconds: number,
    produce: () => Promise<RenderResult>,
  ): Promise<Outcome> => {
    const kept = await fromDisk(key, ttlSeconds);
    if (kept) return { entry: kept };
    misses += 1;
    const fresh = await produce();
    const entry = toEntry(key, fresh, now(), ttlSeconds);
    if (isWorthKeeping(fresh)) await keep(entry);
    return { entry, fresh };
  };

  const through: Cache['through'] = async (query, produce) => {
    const { scope, request, ttlSeconds = request.cache_ttl, signal } = query;
    if (!request.cache || request.session !== undefined) {
      const result = await produce(signal ?? new AbortController().signal);
      return { result, hit: false };
    }
    sweeper.start();
    const key = cacheKey(scope, request);
    for (let attempt = 0; ; attempt += 1) {
      const near = memory.peek(key);
      if (near && isFresh(near, ttlSeconds)) {
        hits.memory += 1;
        return { result: toResult(near), hit: true, expiresAt: endOf(near, ttlSeconds) };
      }
      // After two failed joins the caller renders alone, rather than wait one by one.
      const flight = attempt < 2 ? flightKey(key, request) : Symbol(key);
      const { value, joined } = flights.run(flight, signal, (abandoned) =>
        lookUpOrRender(key, ttlSeconds, () => produce(abandoned)),
      );
      try {
        const { entry, fresh } = await value;
        const expiresAt = !fresh || isWorthKeeping(fresh) ? endOf(entry, ttlSeconds) : undefined;
        const kept = expiresAt === undefined ? {} : { expiresAt };
        if (!joined) {
          return { result: fresh ?? toResult(entry), hit: fresh === undefined, ...kept };
        }
        // The caller that started it may have accepted an older entry.
        if (!fresh && !isFresh(entry, ttlSeconds)) continue;
        hits.joined += 1;
        return { result: toResult(entry), hit: true, ...kept };
      } catch (error) {
        if (!joined || signal?.aborted || !isAboutCaller(error)) throw error;
      }
    }
  };

  const peek: Cache['peek'] = async (query) => {
    const { scope, request, ttlSeconds = request.cache_ttl } = query;
    if (!request.cache || request.session !== undefined) return undefined;
    const key = cacheKey(scope, request);
    const near = memory.peek(key) ?? beingWritten.get(key);
    const entry = near && isFresh(near, ttlSeconds) ? near : await disk?.read(key);
    return entry && isFresh(entry, ttlSeconds)
      ? { result: toResult(entry), hit: true, expiresAt: endOf(entry, ttlSeconds) }
      : undefined;
  };

  return {
    through,
    peek,
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

function secondLevel({
  dir,
  objects,
  maxDiskBytes,
  now,
  onWarning,
}: CacheOptions & Required<Pick<CacheOptions, 'maxDiskBytes' | 'now' | 'onWarning'>>):
  | DiskStore
  | undefined {
  if (maxDiskBytes === 0) return undefined;
  if (objects) return createObjectStore({ objects, maxEntryBytes: maxDiskBytes, now, onWarning });
  return dir === undefined
    ? undefined
    : createDiskStore({ dir, maxBytes: maxDiskBytes, now, onWarning });
}

function warnProcess(message: string): void {
  process.emitWarning(message, 'TintypeCacheWarning');
}

function checkBytes(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new RangeError(`${name} must be a whole number of bytes, 0 or more; got ${String(value)}.`);
}

/** A server in trouble, or with too many requests, soon responds differently. */
function isWorthKeeping({ metadata: { status = 200 } }: RenderResult): boolean {
  return status < 500 && status !== 429;
}

/** Returns whether an error concerns the first caller only: others may fare better. */
function isAboutCaller(error: unknown): boolean {
  return RenderError.from(error).info.isAboutCaller === true;
}

/**
 * A cache as middleware and nothing else, for the life of a program. {@link createCache} gives
 * figures, sweeps and an end as well.
 *
 * @throws RangeError for a size that is no whole number of bytes
 * @example
 * const renderer = createRenderer({ use: [cache({ dir: '.cache/images' })] });
 * const result = await renderer.render({ kind: 'screenshot', url, cache: true, cache_ttl: 3600 });
 * console.log(result.cache); // MISS, and HIT the next time
 */
export function cache(options: CacheOptions = {}): Middleware {
  return createCache(options).middleware;
}
