import type { Frequency } from '@tintype/contract';
import { createZoneClock } from './zone-clock.ts';

/**
 * The crontab of a task that says how often and not when: it runs at the minute, hour and day of
 * `instant` in its time zone.
 * @example
 * fillCrontab('every_day', Date.UTC(2026, 0, 5, 10, 30), 'Europe/Paris'); // '30 11 * * *'
 */
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
