import t from 'tap';
import { nextAttemptAt, readRetryAfter, retryDelaysMs } from './retry-schedule.ts';

const minute = 60_000;
const hour = 60 * minute;

t.test('the schedule', async (t) => {
  t.same(retryDelaysMs, [
    0,
    5_000,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    10 * hour,
  ]);
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => nextAttemptAt(attempts, 1_000));
  t.same(
    waits,
    retryDelaysMs.slice(1).map((delayMs) => delayMs + 1_000),
  );
  t.equal(nextAttemptAt(8, 0), undefined);
  t.equal(nextAttemptAt(9, 0), undefined, 'also after one that was killed');
});

t.test('a receiver may ask for patience, within bounds', async (t) => {
  t.equal(nextAttemptAt(1, 0, 60_000), 60_000);
  t.equal(nextAttemptAt(2, 0, 60_000), 5 * minute, 'never sooner than the schedule');
  t.equal(nextAttemptAt(1, 0, 999 * hour), 10 * hour);
  t.equal(nextAttemptAt(8, 0, 60_000), undefined);
});

t.test('Retry-After', async (t) => {
  const now = Date.parse('2026-03-05T10:00:00Z');
  const headers: [string | undefined, number | undefined][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 05 Mar 2026 10:01:00 GMT', 60_000],
    ['Thursday, 05-Mar-26 10:01:00 GMT', 60_000],
    ['Thu Mar  5 10:01:00 2026 GMT', 60_000],
    ['Thu, 05 Mar 2026 09:00:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['99999999999', undefined],
    ['Thu, 99 Foo 2026', undefined],
  ];
  for (const [header, expected] of headers)
    t.equal(readRetryAfter(header, now), expected, String(header));
});
