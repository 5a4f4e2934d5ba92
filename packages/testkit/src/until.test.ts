import t from 'tap';
import { until } from './until.ts';

t.test('returns what a check finds', async (t) => {
  let checks = 0;
  t.equal(await until(async () => ++checks === 3 && 'found'), 'found');
  t.equal(checks, 3);
});

t.test('names the check that finds nothing in time', async (t) => {
  await t.rejects(
    until(() => false, 5),
    { message: 'Not within 5 ms: () => false' },
  );
});
