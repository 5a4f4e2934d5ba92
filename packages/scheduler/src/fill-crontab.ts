import type { Frequency } from '@tintype/contract';
import { createZoneClock } from './zone-clock.ts';

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
