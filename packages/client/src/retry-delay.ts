/** First pause; it doubles with each further one. */
const firstDelayMs = 500;

/** Maximum pause that the service may request. */
export const maxRetryAfterS = 65;

/**
 * Returns the pause before the next attempt, in milliseconds, spread so that clients do not return
 * together. A requested pause is never cut.
 * @param attempts Number of attempts so far, from 1.
 * @param random From 0 to 1.
 */
export function retryDelayMs(
  attempts: number,
  retryAfterS: number | undefined,
  random: number,
): number {
  const usual = firstDelayMs * 2 ** (attempts - 1);
  if (retryAfterS === undefined) return usual * (0.5 + random / 2);
  return retryAfterS * 1000 + (random * usual) / 2;
}

/** Parses `Retry-After`: seconds, or a date. Undefined if invalid. */
export function retryAfterSeconds(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^[0-9]{1,9}$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

/** @throws the reason of the signal when it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
