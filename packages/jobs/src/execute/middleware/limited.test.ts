import { builtInKinds } from '@tintype/contract';
import { defaultPlans } from '@tintype/store';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import { createLimiter } from '../../limit/create-limiter.ts';
import { admitted, limited } from './limited.ts';

t.test('a full queue refuses at once, and nothing that was queued before', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 0 });
  const layer = admitted({ limiter, plans: defaultPlans, kinds: builtInKinds });
  let release = () => {};
  const held = limiter.run(() => new Promise<void>((resolve) => (release = resolve)));
  const next = async () => outcomeOf();
  await t.rejects(layer(requestOf(), contextOf(), next), { code: 'queue_full' });
  await t.resolves(layer(requestOf(), contextOf({ isQueued: true }), next));
  release();
  await held;
  await t.resolves(layer(requestOf(), contextOf(), next));
});

t.test('reports its slot to a job, and how long it waited', async (t) => {
  let clockMs = 0;
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 1, now: () => clockMs });
  let release = () => {};
  const held = limiter.run(() => new Promise<void>((resolve) => (release = resolve)));
  const told: number[] = [];
  const context = contextOf({ onSlot: (waitedMs) => void told.push(waitedMs) });
  const work = limited({ limiter, plans: defaultPlans, kinds: builtInKinds })(
    requestOf(),
    context,
    async () => outcomeOf(),
  );
  clockMs = 40;
  release();
  await held;
  t.match(await work, { queueMs: 40 });
  t.same(told, [40]);
});

t.test('a result that comes after its owner has left is none', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 0 });
  const left = new AbortController();
  const context = contextOf({ signal: left.signal });
  const work = limited({ limiter, plans: defaultPlans, kinds: builtInKinds })(
    requestOf(),
    context,
    async () => {
      left.abort(new Error('gone'));
      return outcomeOf();
    },
  );
  await t.rejects(work, { code: 'cancelled' });
});
