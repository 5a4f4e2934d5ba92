import type { Addresses } from '../policy/connection-policy.ts';

/** DNS answers that are still valid. */
export interface AnswerCache {
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
