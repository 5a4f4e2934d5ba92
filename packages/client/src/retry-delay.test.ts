import t from 'tap';
import { retryAfterSeconds, retryDelayMs, sleep } from './retry-delay.ts';

t.test('pauses grow, with jitter', async (t) => {
  t.same(
    [1, 2, 3].map((attempts) => [
      retryDelayMs(attempts, undefined, 0),
      retryDelayMs(attempts, undefined, 1),
    ]),
    [
      [250, 500],
      [500, 1000],
      [1000, 2000],
    ],
  );
});

t.test('waits at least as long as requested', async (t) => {
  t.equal(retryDelayMs(1, 7, 0), 7000);
  t.equal(retryDelayMs(1, 7, 1), 7250);
  t.equal(retryDelayMs(3, 0, 1), 1000);
});

t.test('parses both forms of Retry-After', async (t) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  t.equal(retryAfterSeconds('12', now), 12);
  t.equal(retryAfterSeconds('0', now), 0);
  t.equal(retryAfterSeconds('Thu, 01 Jan 2026 00:00:30 GMT', now), 30);
  t.equal(retryAfterSeconds('Wed, 31 Dec 2025 00:00:30 GMT', now), 0, 'in the past');
  for (const wrong of [null, '', 'soon', '-']) t.equal(retryAfterSeconds(wrong, now), undefined);
});

t.test('sleep rejects when aborted', async (t) => {
  const controller = new AbortController();
  const slept = sleep(60_000, controller.signal);
  controller.abort(new Error('enough'));
  await t.rejects(slept, /enough/);
  await t.rejects(sleep(1, controller.signal), /enough/);
  await t.resolves(sleep(1, new AbortController().signal));
});
