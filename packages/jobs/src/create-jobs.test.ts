import { createCache } from '@tintype/cache';
import { parseRequest } from '@tintype/contract';
import type { Account } from '@tintype/store';
import t from 'tap';
import { createLab } from './fixtures/lab.ts';

t.test('an account’s requests are read by the rules of operator and plan', async (t) => {
  const { jobs } = await createLab(t, {
    rules: { allowHttpWebhook: true, maxTimeoutS: 60, maxDurationS: 90 },
    upstreams: { de: ['http://de:1'] },
  });
  t.same(jobs.rulesFor({ plan: 'scale' } as Account), {
    allowHttpWebhook: true,
    maxTimeoutS: 60,
    maxDurationS: 90,
    locations: ['de', 'eu'],
  });
  t.same(
    jobs.rulesFor({ plan: 'free' } as Account),
    { allowHttpWebhook: true, maxTimeoutS: 60, maxDurationS: 90 },
    'a place that the plan does not have is a matter of the plan',
  );
  const usual = await createLab(t);
  t.match(usual.jobs.rulesFor(usual.account), {
    allowHttpWebhook: false,
    maxTimeoutS: 30,
    maxDurationS: 30,
  });
});

t.test('a look at the cache renders and charges nothing', async (t) => {
  const lab = await createLab(t, { cache: createCache() });
  const wanted = { cache: true };
  const { request } = lab.submission(wanted);
  t.equal(await lab.jobs.peek(lab.account, request), undefined);
  await lab.jobs.submit(lab.submission(wanted));
  t.match(await lab.jobs.peek(lab.account, request), { cache: 'HIT', queueMs: 0 });
  const { request: later } = lab.submission({ ...wanted, async: true });
  t.equal(await lab.jobs.peek(lab.account, later), undefined, 'an async request has no result');
  t.equal(lab.rendered.length, 1);
  t.match(await lab.store.usage.used(lab.account.id), { used: 1 });
  const gpu = parseRequest({ ...request, gpu_rendering: true }).request;
  const poor = { ...lab.account, plan: 'free' } as const;
  await t.rejects(lab.jobs.peek(poor, gpu), { code: 'plan_required' });
});

t.test('equal GETs at one time are rendered once, and a hit costs nothing', async (t) => {
  const lab = await createLab(t, { cache: createCache() });
  const submit = () => lab.jobs.submit(lab.submission({ cache: true }, { sharing: 'whole' }));
  const answers = await Promise.all([submit(), submit(), submit()]);
  const caches = answers.map(({ answer }) => ('outcome' in answer ? answer.outcome.cache : ''));
  t.same(caches.toSorted(), ['HIT', 'HIT', 'MISS']);
  t.equal(lab.rendered.length, 1);
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
});
