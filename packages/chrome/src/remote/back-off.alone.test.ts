import { mock } from 'node:test';
import t from 'tap';
import { createBackOff } from './back-off.ts';

t.test('each failure in a row doubles the time, up to a minute', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 5;
  const clock = mock.method(performance, 'now', () => now);
  const advance = (ms: number) => {
    now += ms;
    mock.timers.tick(ms);
  };
  let retries = 0;
  const backOff = createBackOff(1000, () => void (retries += 1));
  const times: (number | undefined)[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    const forMs = backOff.fail('away');
    times.push(forMs);
    t.equal(backOff.fail('away as well'), undefined, 'what fails together is one failure');
    advance(forMs ?? 0);
    t.equal(retries, turn + 1, 'it is tried again by itself');
  }
  t.same(times, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  t.equal(backOff.failures, 9);
  t.equal(backOff.failure, 'away as well');
  backOff.recover();
  t.equal(backOff.failure, undefined);
  t.equal(backOff.dueAt, 0);
  t.equal(backOff.fail('away'), 60_000, 'what only seems to work is no success');
  backOff.succeed();
  t.equal(backOff.failure, undefined);
  t.equal(backOff.fail('again'), 1000);
  backOff.stop();
  advance(60_000);
  // Nothing was awaited: no other test saw these clocks.
  mock.timers.reset();
  clock.mock.restore();
  t.equal(retries, 9, 'not after the end');
});
