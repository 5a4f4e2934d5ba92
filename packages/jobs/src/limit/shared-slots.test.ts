import type { Slots, SlotWant } from '@tintype/store';
import { RenderError } from '@tintype/contract';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createLimiter, type Limiter } from './create-limiter.ts';

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** The table that processes have in common, without its turns: who asks first has what is free. */
function createTable() {
  const held = new Map<string, number>();
  const table = {
    held,
    max: 0,
    fails: false,
    of(name: string): Slots {
      return {
        async hold(account: string, { running, wanted, limit }: SlotWant) {
          await Promise.resolve();
          if (table.fails) throw new RenderError('storage_failed');
          held.set(name, 0);
          const others = [...held.values()].reduce((sum, one) => sum + one, 0);
          const count = Math.max(running, Math.min(wanted, limit - others));
          held.set(name, count);
          table.max = Math.max(table.max, count + others);
          return count;
        },
      };
    },
  };
  return table;
}

/** Renders that run until they are let go. */
function createRenders(limiter: Limiter) {
  const ends: (() => void)[] = [];
  const account = { account: 'acme', accountConcurrency: 2, isShared: true };
  return {
    ends,
    begin: (options = account, signal?: AbortSignal) =>
      limiter.run(() => new Promise<void>((resolve) => void ends.push(resolve)), {
        ...options,
        ...(signal && { signal }),
      }),
    async endOne() {
      ends.shift()?.();
      await settled();
    },
  };
}

t.test('two processes start as many renders of an account as one may', async (t) => {
  const table = createTable();
  const [first, second] = ['first', 'second'].map((name) =>
    createLimiter({ concurrency: 4, maxWaiting: 20, slots: table.of(name) }),
  );
  if (!first || !second) throw new Error('No limiter.');
  const [one, two] = [createRenders(first), createRenders(second)];
  const all = [one.begin(), one.begin(), one.begin(), two.begin(), two.begin()];
  await settled();
  t.equal(one.ends.length + two.ends.length, 2);
  await one.endOne();
  second.look();
  await settled();
  t.equal(one.ends.length + two.ends.length, 2);
  while (one.ends.length + two.ends.length > 0) {
    await one.endOne();
    await two.endOne();
    first.look();
    second.look();
    await settled();
  }
  await Promise.all(all);
  await settled();
  t.equal(table.max, 2);
  t.same([...table.held.values()], [0, 0], 'all is given back');
});

t.test('a process whose own slots are taken holds none of the account', async (t) => {
  const table = createTable();
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 20, slots: table.of('first') });
  const renders = createRenders(limiter);
  const other = { account: 'other', accountConcurrency: 1, isShared: false };
  const held = renders.begin(other);
  const waits = renders.begin();
  await settled();
  t.notOk(table.held.get('first'));
  await renders.endOne();
  await held;
  t.equal(table.held.get('first'), 1);
  await renders.endOne();
  await waits;
  await settled();
  t.equal(table.held.get('first'), 0);
});

t.test('a render whose caller leaves does not block others', async (t) => {
  const table = createTable();
  table.held.set('elsewhere', 2);
  const limiter = createLimiter({ concurrency: 2, maxWaiting: 20, slots: table.of('first') });
  const renders = createRenders(limiter);
  const left = new AbortController();
  const waits = renders.begin(undefined, left.signal);
  await settled();
  t.same(limiter.depth, { running: 0, waiting: 1, waitingInBackground: 0 });
  left.abort();
  await t.rejects(waits, { code: 'cancelled' });
  table.held.set('elsewhere', 0);
  limiter.look();
  await settled();
  t.equal(table.held.get('first'), 0);
  t.equal(renders.ends.length, 0);
});

t.test('a store that fails starts nothing, and is asked again', async (t) => {
  const table = createTable();
  table.fails = true;
  const limiter = createLimiter({ concurrency: 2, maxWaiting: 20, slots: table.of('first') });
  const renders = createRenders(limiter);
  const render = renders.begin();
  await settled();
  t.equal(renders.ends.length, 0);
  table.fails = false;
  // It looks by itself.
  await until(() => renders.ends.length !== 0);
  table.fails = true;
  await renders.endOne();
  await render;
  table.fails = false;
  await until(() => table.held.get('first') === 0);
  t.pass('what could not be given back is, later');
});

t.test('accounts with a share of the slots need no request', async (t) => {
  const slots: Slots = { hold: () => Promise.reject(new Error('Nobody asks.')) };
  const limiter = createLimiter({ concurrency: 2, maxWaiting: 20, slots });
  t.equal(await limiter.run(async () => 'ran', { account: 'acme' }), 'ran');
  t.equal(await limiter.run(async () => 'ran'), 'ran');
});
