import type { Frequency } from '@tintype/contract';
import { CronExpressionParser } from 'cron-parser';
import { parseCrontab, type Crontab, type CrontabField } from './parse-crontab.ts';
import { createZoneClock } from './zone-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Returns the first time later than `after` at which a task runs, in Unix milliseconds.
 * A run in an hour that the clock skips happens once, right after the gap; in a repeated hour it
 * happens the first time. A crontab for every hour (`*`) runs in both.
 * @param until - the end of the search, then `Infinity`. A parsed crontab runs within 40 years.
 * @throws TypeError if the crontab or the time zone cannot be parsed.
 */
export function nextRun(
  crontab: string,
  timezone: string,
  after: number,
  until: number = Number.POSITIVE_INFINITY,
): number {
  const parsed = parseCrontab(crontab);
  const clock = createZoneClock(timezone);
  const runsInEveryHour = parsed.hour.values.size === 24;
  const now = clock.wallAt(after);
  const [shown, shownAgain = shown] = clock.instantsOf(now);
  // While the clock repeats itself, readings that it has shown once come again.
  const start = runsInEveryHour ? now - (shownAgain - shown) : now;
  let best = Number.POSITIVE_INFINITY;
  for (const wall of wallTimes(parsed, start, until + dayMs)) {
    const [first, ...again] = clock.instantsOf(wall);
    // The clock's first showing of later readings is later, so nothing better can come.
    if (first >= best) break;
    const instants = runsInEveryHour ? [first, ...again] : [first];
    best = Math.min(best, ...instants.filter((instant) => instant > after));
    if (best === first) break;
  }
  return best > until ? Number.POSITIVE_INFINITY : best;
}

/**
 * Yields the local times of a crontab, later than `after` and up to `until`. cron-parser counts in
 * UTC: it would drop a day in a clock change of 30 minutes.
 */
function* wallTimes(crontab: Crontab, after: number, until: number): Generator<number> {
  const { expression, fitsDay } = forParser(crontab);
  const from = Math.floor(after / minuteMs) * minuteMs;
  const times = CronExpressionParser.parse(expression, { tz: 'UTC', currentDate: from });
  for (;;) {
    const wall = times.next().getTime();
    if (wall > until) return;
    if (fitsDay(new Date(wall))) yield wall;
    else times.reset(new Date(Math.floor(wall / dayMs) * dayMs + dayMs - minuteMs));
  }
}

/**
 * crontab(5): if neither day field has a `*`, either one is enough; otherwise both must match.
 * cron-parser takes either also for a starred field with a step, so it receives one of them.
 */
function forParser(crontab: Crontab): { expression: string; fitsDay: (day: Date) => boolean } {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = crontab;
  const write = (day: string, weekday: string) =>
    [list(minute), list(hour), day, list(month), weekday].join(' ');
  if (!dayOfMonth.hasStar && !dayOfWeek.hasStar) {
    return { expression: write(list(dayOfMonth), list(dayOfWeek)), fitsDay: () => true };
  }
  return {
    expression: write(list(dayOfMonth), '*'),
    fitsDay: (day) => dayOfWeek.values.has(day.getUTCDay()),
  };
}

function list({ values }: CrontabField): string {
  return [...values].toSorted((a, b) => a - b).join(',');
}

/** Returns the crontab of a frequency: at the minute, hour and day of the timestamp in its zone. */
export function fillCrontab(
  frequency: Exclude<Frequency, 'custom'>,
  instant: number,
  timezone: string,
): string {
  const wall = new Date(createZoneClock(timezone).wallAt(instant));
  const [minute, hour] = [wall.getUTCMinutes(), wall.getUTCHours()];
  switch (frequency) {
    case 'every_minute':
      return '* * * * *';
    case 'every_hour':
      return `${minute} * * * *`;
    case 'every_day':
      return `${minute} ${hour} * * *`;
    case 'every_month':
      return `${minute} ${hour} ${wall.getUTCDate()} * *`;
  }
}
