import { setTimeout as delay } from 'node:timers/promises';

/**
 * Stopping takes half a minute if the browser does not respond, or is still being unpacked. A
 * failed start must report its reason before.
 */
const BOUND_MS = 1_500;

/**
 * Stops the parts of a failed start concurrently, and waits for a short time. Errors are ignored:
 * the failure of the start is reported.
 */
export async function stopStarted(
  stops: readonly (() => Promise<unknown>)[],
  boundMs = BOUND_MS,
): Promise<void> {
  const over = new AbortController();
  const bound = delay(boundMs, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([Promise.allSettled(stops.map(async (stop) => stop())), bound]);
  over.abort();
}
