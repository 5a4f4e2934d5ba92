import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until a check returns something, and returns that. Rejects after `limitMs`. A check can cost
 * a request: the interval grows from 2 to 100 ms.
 */
export async function until<T>(
  check: () => T | Promise<T>,
  limitMs = 60_000,
): Promise<Exclude<T, false | null | undefined>> {
  const start = performance.now();
  for (;;) {
    const value = await check();
    if (value) return value as Exclude<T, false | null | undefined>;
    const waitedMs = performance.now() - start;
    if (waitedMs > limitMs) throw new Error(`Not within ${limitMs} ms: ${String(check)}`);
    await delay(2 + Math.min(98, waitedMs / 10));
  }
}
