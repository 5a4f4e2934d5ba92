// Prints the next runs of a crontab in a time zone: node next-runs.ts '30 2 * * *' Europe/Paris
// 2026-03-27
import { checkCrontab, nextRun } from '@tintype/scheduler';

const [crontab = '30 2 * * *', timezone = 'America/New_York', from = '2026-03-06'] =
  process.argv.slice(2);

const problem = checkCrontab(crontab);
if (problem !== undefined) throw new Error(`${crontab} ${problem}`);

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: timezone,
  dateStyle: 'medium',
  timeStyle: 'long',
});
let instant = Date.parse(from);
for (let at = 0; at < 5; at += 1) {
  instant = nextRun(crontab, timezone, instant);
  console.log(format.format(instant));
}
