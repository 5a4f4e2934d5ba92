import { setTimeout as delay } from 'node:timers/promises';
import type { RequestClaim } from '@tintype/store';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { holdLease } from './lease.ts';

const claim = { request: { id: 'one' }, token: 1 } as RequestClaim;

/** A lease over a store that answers so. */
function hold(leaseMs: number, extend: (beat: number) => Promise<boolean>) {
  const seen = { beats: 0, lost: 0, warnings: 0 };
  const letGo = holdLease(claim, {
    requests: { extend: async () => extend((seen.beats += 1)) },
    leaseMs,
    onLost: () => void (seen.lost += 1),
    onWarning: () => void (seen.warnings += 1),
  });
  return { seen, letGo };
}

t.test('is lengthened again and again, until it is let go', async (t) => {
  const { seen, letGo } = hold(60, async () => true);
  await until(() => seen.beats >= 5);
  t.equal(seen.lost, 0);
  letGo();
  const { beats } = seen;
  await delay(100);
  t.equal(seen.beats, beats);
});

t.test('outlives trouble that passes before its end', async (t) => {
  const { seen, letGo } = hold(300, async (beat) => {
    if (beat === 1) throw new Error('busy');
    return true;
  });
  await until(() => seen.beats >= 5);
  t.match(seen, { lost: 0, warnings: 1 });
  letGo();
});

t.test('is given up when it could not be lengthened until its end', async (t) => {
  const beganMs = performance.now();
  const { seen } = hold(60, () => Promise.reject(new Error('broken')));
  await until(() => seen.lost !== 0);
  t.ok(performance.now() - beganMs >= 60);
});

t.test('an answer that comes after it was let go changes nothing', async (t) => {
  let answer = (_is: boolean) => {};
  const { seen, letGo } = hold(30, () => new Promise((resolve) => (answer = resolve)));
  await until(() => seen.beats !== 0);
  letGo();
  answer(false);
  await delay(20);
  t.match(seen, { beats: 1, lost: 0 });
});
