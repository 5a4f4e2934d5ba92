import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until a condition holds, and rejects after `limitMs`. A check can cost a request: the
 * interval grows from 2 to 100 ms.
 */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const start = performance.now();
  while (!(await isTrue())) {
    const waitedMs = performance.now() - start;
    if (waitedMs > limitMs) throw new Error(`Not within ${limitMs} ms: ${String(isTrue)}`);
    await delay(2 + Math.min(98, waitedMs / 10));
  }
}
