import type { DayUsage } from '@tintype/client';

const dayMs = 86_400_000;

/** Returns every day of a span, oldest first, with 0 for days without renders. */
export function wholeSpan(
  days: readonly DayUsage[],
  count: number,
  now: number = Date.now(),
): DayUsage[] {
  const known = new Map(days.map(({ day, used }) => [day, used]));
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(now - (count - 1 - at) * dayMs).toISOString().slice(0, 10);
    return { day, used: known.get(day) ?? 0 };
  });
}
