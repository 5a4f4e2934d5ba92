/** DNS answers that are still good. */
export interface AnswerCache {
  get(host: string): readonly string[] | undefined;
  put(host: string, addresses: readonly string[], ttlSeconds: number): void;
}

// As long as Chromium's own cache keeps an answer at most; a session pins its answers anyway.
const maxTtlSeconds = 60;
const maxEntries = 1_000;

/** Every session asks anew, so that without a cache each render would ask the same questions again. */
export function createAnswerCache(now: () => number = () => performance.now()): AnswerCache {
  const entries = new Map<string, { addresses: readonly string[]; goodUntilMs: number }>();
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
