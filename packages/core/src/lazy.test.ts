import t from 'tap';
import { createLazy } from './lazy.ts';

t.test('does the work once for all callers', async (t) => {
  let done = 0;
  const lazy = createLazy(async () => (done += 1));
  t.equal(lazy.started, undefined);
  t.same(await Promise.all([lazy.get(), lazy.get()]), [1, 1]);
  t.equal(await lazy.get(), 1);
  t.equal(await lazy.started, 1);
});

t.test('retries after a failure', async (t) => {
  let attempts = 0;
  const lazy = createLazy(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
    return 'done';
  });
  const together = await Promise.allSettled([lazy.get(), lazy.get()]);
  t.same(
    together.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.equal(attempts, 1, 'those who wait for the same trial share its failure');
  t.equal(await lazy.get(), 'done');
});

t.test('retries repeated failures after growing pauses', async (t) => {
  let nowMs = 0;
  let attempts = 0;
  const lazy = createLazy(
    async () => {
      attempts += 1;
      throw new Error(`failure ${attempts}`);
    },
    { now: () => nowMs, longestPauseMs: 3000 },
  );
  const at = async (timeMs: number, failure: number) => {
    nowMs = timeMs;
    await t.rejects(lazy.get(), { message: `failure ${failure}` }, `after ${timeMs} ms`);
  };
  await at(0, 1);
  await at(0, 2);
  await at(999, 2);
  await at(1000, 3);
  await at(2999, 3);
  await at(3000, 4);
  await at(5999, 4);
  await at(6000, 5);
  await at(8999, 5);
  await at(9000, 6);
});

t.test('handles work that throws synchronously', async (t) => {
  let attempts = 0;
  const lazy = createLazy((): Promise<number> => {
    attempts += 1;
    if (attempts === 1) throw new Error('at once');
    return Promise.resolve(2);
  });
  await t.rejects(lazy.get(), /at once/);
  t.equal(await lazy.get(), 2);
});

t.test('returns a result that is not cached, and retries on the next call', async (t) => {
  let attempts = 0;
  const lazy = createLazy(async () => (attempts += 1), { keep: (value) => value > 2 });
  t.equal(await lazy.get(), 1);
  t.equal(await lazy.get(), 2);
  t.equal(await lazy.get(), 2, 'after a pause');
});
