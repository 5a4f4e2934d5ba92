import { promises as dns, Resolver, type RecordWithTtl } from 'node:dns';
import type PQueue from 'p-queue';
import type { Addresses, Resolve } from '../policy/connection-policy.ts';
import { isLocalName } from '../policy/parse-host.ts';

/** DNS answers that are still valid. */
interface AnswerCache {
  get(host: string): Addresses | undefined;
  put(host: string, addresses: Addresses, ttlSeconds: number): void;
}

// The longest that Chromium's own cache keeps an answer; a session pins its answers anyway.
const maxTtlSeconds = 60;
const maxEntries = 1_000;
const maxScopes = 64;

/** Sessions resolve independently: without a cache, each render repeats the same queries. */
export function createAnswerCache(now: () => number = () => performance.now()): AnswerCache {
  const entries = new Map<string, { addresses: Addresses; goodUntilMs: number }>();
  return {
    get(host) {
      const entry = entries.get(host);
      if (entry && entry.goodUntilMs > now()) return entry.addresses;
      entries.delete(host);
      return undefined;
    },
    put(host, addresses, ttlSeconds) {
      entries.delete(host);
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      const goodUntilMs = now() + Math.min(ttlSeconds, maxTtlSeconds) * 1000;
      if (ttlSeconds > 0) entries.set(host, { addresses, goodUntilMs });
    },
  };
}

/** The 64 scopes used last: timing must not reveal which names another one has resolved. */
export function createScopedCaches(now?: () => number): { of(scope: string): AnswerCache } {
  const caches = new Map<string, AnswerCache>();
  return {
    of(scope) {
      const cache = caches.get(scope) ?? createAnswerCache(now);
      caches.delete(scope);
      caches.set(scope, cache);
      const [oldest] = caches.keys();
      if (caches.size > maxScopes && oldest !== undefined) caches.delete(oldest);
      return cache;
    },
  };
}

const perAttemptMs = 2_500;
const attempts = 2;
// getaddrinfo blocks one of the four threads that file access shares; a page with many slow names
// must not take them all.
const systemLookups = 2;

/** RFC 8305, 3: maximum delay of one address family after the other, in ms. */
const resolutionDelayMs = 50;

function mayBeKnownToSystem(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}

export interface ResolverOptions {
  /** Name servers to query instead of the system's: `address` or `address:port`. */
  servers?: readonly string[];
  /** Maximum delay of the other address family, in ms. Default 50. */
  delayMs?: number;
}

export interface NameResolver {
  resolve: Resolve;
  /** Ends every question under way. */
  close(): void;
}

interface Answer {
  addresses: readonly string[];
  ttlSeconds: number;
  error?: unknown;
}

function firstOf(answers: readonly Promise<Answer>[], delayMs: number): Promise<Answer[]> {
  return new Promise((resolve) => {
    const settled: Answer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(timer);
      resolve([...settled]);
    };
    for (const answer of answers) {
      void answer.then((one) => {
        settled.push(one);
        if (settled.length === answers.length) return settle();
        // A family without an address says nothing about the other.
        if (one.addresses.length > 0) timer ??= setTimeout(settle, delayMs);
      });
    }
  });
}

const addressesOf = (answers: readonly Answer[]) => answers.flatMap(({ addresses }) => addresses);
const ttlOf = (answers: readonly Answer[]) =>
  Math.min(
    ...answers.filter(({ addresses }) => addresses.length > 0).map(({ ttlSeconds }) => ttlSeconds),
  );

/**
 * Asks the system's DNS servers about ordinary names, without search domains. The system's own
 * lookup (hosts file, mDNS, search domains) is for names that an allow list names, and for those
 * that DNS does not know.
 */
export function createResolver(options: ResolverOptions = {}): NameResolver {
  const { servers, delayMs = resolutionDelayMs } = options;
  const resolver = new Resolver({ timeout: perAttemptMs, tries: attempts });
  if (servers) resolver.setServers(servers);
  let systemQueue: Promise<PQueue> | undefined;
  const caches = createScopedCaches();

  const query = (method: 'resolve4' | 'resolve6', host: string) =>
    new Promise<RecordWithTtl[]>((resolve, reject) =>
      resolver[method](host, { ttl: true }, (error, found) =>
        error ? reject(error) : resolve(found),
      ),
    ).then(
      (found): Answer => ({
        addresses: found.map(({ address }) => address),
        ttlSeconds: Math.min(...found.map(({ ttl }) => ttl)),
      }),
      (error: unknown): Answer => ({ addresses: [], ttlSeconds: 0, error }),
    );
  const system = async (host: string) => {
    // Loaded on use: most names are answered without it.
    systemQueue ??= import('p-queue').then(
      (queue) => new queue.default({ concurrency: systemLookups }),
    );
    const lookup = () => dns.lookup(host, { all: true });
    return (await (await systemQueue).add(lookup)).map(({ address }) => address);
  };

  /** The next query returns all addresses; the current dial uses those already checked. */
  async function waitForLate(
    cache: AnswerCache,
    host: string,
    both: Promise<Answer[]>,
    known: readonly string[],
  ) {
    const answers = await both;
    const addresses = addressesOf(answers);
    if (addresses.length > known.length) cache.put(host, addresses, ttlOf(answers));
    return addresses.filter((address) => !known.includes(address));
  }

  async function ask(cache: AnswerCache, host: string): Promise<Addresses> {
    const four = query('resolve4', host);
    const six = query('resolve6', host);
    const both = Promise.all([four, six]);
    const answers = await firstOf([four, six], delayMs);
    const addresses: string[] & Addresses = addressesOf(answers);
    if (addresses.length > 0) {
      cache.put(host, addresses, ttlOf(answers));
      if (answers.length < 2) addresses.late = waitForLate(cache, host, both, addresses);
      return addresses;
    }
    const { error } = await four;
    if (!mayBeKnownToSystem(error)) throw error;
    return system(host);
  }

  return {
    async resolve(host, isAllowed = false, scope = '') {
      // RFC 6761: these names mean this machine, whatever a DNS server says.
      if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
      if (isAllowed || isLocalName(host)) return system(host);
      const cache = caches.of(scope);
      return cache.get(host) ?? ask(cache, host);
    },
    close: () => resolver.cancel(),
  };
}
