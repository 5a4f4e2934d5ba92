import { setTimeout as delay } from 'node:timers/promises';

/**
 * A browser that does not answer takes half a minute, one that is unpacked first as long: nobody
 * waits for that to read why the start failed.
 */
const BOUND_MS = 1_500;

/**
 * Stops what a start that failed has begun, each whatever becomes of the others, and waits for that
 * for a moment. What goes wrong here is left out: what made the start fail is to be told.
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
