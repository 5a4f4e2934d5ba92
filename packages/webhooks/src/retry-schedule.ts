const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Pauses before each attempt, in ms: the example of the Standard Webhooks specification. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

/** A receiver that asks for more patience than this does not get it. */
const longestRetryAfterMs = 10 * hour;

/**
 * When a delivery is retried, in Unix milliseconds; undefined when there were attempts enough.
 * @param attempts How many attempts there were.
 * @param retryAfterMs What the receiver asked for: never sooner than that, within 10 hours.
 */
export function nextAttemptAt(attempts: number, now: number, retryAfterMs = 0): number | undefined {
  const delayMs = retryDelaysMs[Math.max(attempts, 1)];
  if (delayMs === undefined) return undefined;
  return now + Math.max(delayMs, Math.min(retryAfterMs, longestRetryAfterMs));
}

/**
 * Reads a Retry-After header: seconds, or a date. Undefined when it is neither (RFC 9110, 10.2.3).
 * @param now Unix milliseconds
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^[0-9]{1,10}$/.test(text)) return Number(text) * second;
  // Date.parse takes much more than the dates of HTTP, which all name a day of the week.
  if (text.length > 40 || !/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}
