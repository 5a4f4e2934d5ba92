import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createHousekeeping } from './create-housekeeping.ts';

t.test('repeats chores, and continues after a failed one', async (t) => {
  const done: string[] = [];
  const warnings: string[] = [];
  const housekeeping = createHousekeeping({
    chores: {
      Sweeping: async () => {
        throw new Error('no broom');
      },
      Dusting: async () => done.push('dusted'),
    },
    everyMs: 1,
    onWarning: (message, cause) => warnings.push(`${message} ${(cause as Error).message}`),
  });
  housekeeping.start();
  housekeeping.start();
  await until(() => done.length >= 3);
  await housekeeping.stop();
  const { length } = done;
  t.equal(warnings[0], 'Sweeping failed; it is retried later. no broom');
  t.ok(warnings.length >= 3);
  await delay(20);
  t.equal(done.length, length, 'nothing is done after the end');
});

t.test('stop waits for the running chore only', async (t) => {
  const chore = Promise.withResolvers<void>();
  const steps: string[] = [];
  const housekeeping = createHousekeeping({
    chores: { First: () => chore.promise, Second: async () => steps.push('second') },
    everyMs: 2 ** 30,
    onWarning: (message) => t.fail(message),
  });
  housekeeping.start();
  const stopped = housekeeping.stop().then(() => steps.push('stopped'));
  await delay(5);
  t.same(steps, []);
  chore.resolve();
  await stopped;
  t.same(steps, ['stopped']);
  await createHousekeeping({
    chores: {},
    everyMs: 1,
    onWarning: (message) => t.fail(message),
  }).stop();
});
