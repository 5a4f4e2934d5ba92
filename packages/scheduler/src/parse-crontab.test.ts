import t from 'tap';
import { checkCrontab, parseCrontab } from './parse-crontab.ts';

t.test('what is a crontab', async (t) => {
  const right = [
    '* * * * *',
    '0 0 1 1 0',
    '59 23 31 12 7',
    '*/15 8-18 * * 1-5',
    '0,30 0-23/2 1,15 */3 0,6',
    '  5 4  *\t* * ',
    '0 0 29 2 *',
    '0 0 31 2 1',
    '0 0 31 1,2 *',
    '0 0 */30 2 1',
    '5-7,*/20 * * * 5-7',
    [60, 24, 31, 12, 8]
      .map((count, at) =>
        Array.from({ length: count }, (_, value) => value + (at === 2 || at === 3 ? 1 : 0)).join(
          ',',
        ),
      )
      .join(' '),
  ];
  for (const text of right) t.equal(checkCrontab(text), undefined, text);
});

t.test('what is none, and why', async (t) => {
  const wrong: [string, RegExp][] = [
    ['', /five fields.*got 0/],
    ['   ', /got 0/],
    ['* * * *', /five fields: minute, hour, day of month, month, day of week; got 4/],
    ['0 * * * * *', /got 6/],
    ['@daily', /got 1/],
    ['60 * * * *', /^minute must be .* from 0 to 59 .*; got "60"/],
    ['* 24 * * *', /^hour must be .* 0 to 23/],
    ['* * 0 * *', /^day of month must be .* 1 to 31/],
    ['* * 32 * *', /^day of month/],
    ['* * * 13 *', /^month must be .* 1 to 12/],
    ['* * * 0 *', /^month/],
    ['* * * * 8', /^day of week must be .* 0 to 7/],
    ['* * * JAN *', /^month.*"JAN"/],
    ['* * * * MON', /^day of week.*"MON"/],
    ['* * L * *', /^day of month/],
    ['* * 15W * *', /^day of month/],
    ['* * ? * *', /^day of month/],
    ['* * * * 5#3', /^day of week/],
    ['H * * * *', /^minute/],
    ['-1 * * * *', /^minute/],
    ['1.5 * * * *', /^minute/],
    ['1,,2 * * * *', /^minute.*got ""/],
    ['1, * * * *', /^minute/],
    ['5-1 * * * *', /^minute.*"5-1"/],
    ['1-2-3 * * * *', /^minute/],
    ['*/0 * * * *', /^minute: a step must be from 1 to 59; got 0/],
    ['*/60 * * * *', /got 60/],
    ['* */24 * * *', /^hour: a step/],
    ['*/ * * * *', /^minute/],
    ['5/15 * * * *', /write 5-59\/15 instead of 5\/15/],
    ['*5 * * * *', /^minute/],
    ['٣ * * * *', /^minute/],
    ['0 0 31 2 *', /never runs: no such month has a day 31/],
    ['0 0 30,31 2 *', /never runs/],
    ['0 0 31 4,6,9,11 *', /never runs/],
    ['0 0 31 2 */2', /never runs/],
    ['*\n* * * *', /got 4/],
    [`${'1,'.repeat(5_000)}1 * * * *`, /at most 400 characters; got 10009/],
  ];
  for (const [text, says] of wrong) t.match(checkCrontab(text) ?? '', says, text.slice(0, 40));
});

t.test('values', async (t) => {
  const { minute, hour, dayOfWeek, dayOfMonth } = parseCrontab('5-10/2,0 */7 1 * 5-7');
  t.same([...minute.values], [5, 7, 9, 0]);
  t.same([...hour.values], [0, 7, 14, 21]);
  t.same([...dayOfWeek.values], [5, 6, 0], '7 is Sunday, too');
  t.equal(dayOfMonth.hasStar, false);
  t.equal(hour.hasStar, true);
});
