import { setTimeout as delay } from 'node:timers/promises';

/**
 * A browser that does not respond takes half a minute, and so does one that is unpacked first: the
 * reason of a failed start must not wait for that.
 */
const BOUND_MS = 1_500;

/**
 * Stops what a failed start has started, all independently, and waits a short time for that. Errors
 * here are ignored: the failure of the start is the one to report.
 */
export async function stopBegun(
  stops: readonly (() => Promise<unknown>)[],
  boundMs = BOUND_MS,
): Promise<void> {
  const over = new AbortController();
  const bound = delay(boundMs, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([Promise.allSettled(stops.map(async (stop) => stop())), bound]);
  over.abort();
}
