import t from 'tap';
import { fillCrontab } from './fill-crontab.ts';

t.test('the minute, hour and day of a timestamp, in the zone of the task', async (t) => {
  const instant = Date.parse('2026-03-05T23:47:31.500Z');
  t.equal(fillCrontab('every_minute', instant, 'Etc/UTC'), '* * * * *');
  t.equal(fillCrontab('every_hour', instant, 'Etc/UTC'), '47 * * * *');
  t.equal(fillCrontab('every_hour', instant, 'Asia/Kolkata'), '17 * * * *');
  t.equal(fillCrontab('every_day', instant, 'Etc/UTC'), '47 23 * * *');
  t.equal(fillCrontab('every_day', instant, 'Europe/Paris'), '47 0 * * *');
  t.equal(fillCrontab('every_month', instant, 'Etc/UTC'), '47 23 5 * *');
  t.equal(fillCrontab('every_month', instant, 'Europe/Paris'), '47 0 6 * *');
});

t.test(
  'the day of the month is the day on which it begins, also one that not all months have',
  async (t) => {
    const instant = Date.parse('2026-01-31T08:00Z');
    t.equal(fillCrontab('every_month', instant, 'Etc/UTC'), '0 8 31 * *');
  },
);
