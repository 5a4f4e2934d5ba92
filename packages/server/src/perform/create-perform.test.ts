import { parseRequest } from '@tintype/contract';
import { createGate } from '@tintype/queue';
import { createSqliteStore, defaultPlans } from '@tintype/store';
import t from 'tap';
import { createPerform } from './create-perform.ts';

t.test('a full queue refuses without writing anything', async (t) => {
  const now = Date.now;
  const store = createSqliteStore({ dataDir: t.testdir(), now });
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'one', plan: 'free' });
  const gate = createGate({ concurrency: 1, maxWaiting: 0 });
  const reserved: string[] = [];
  const perform = createPerform({
    renderer: { render: () => Promise.reject(new Error('nothing may be rendered')) },
    usage: {
      ...store.usage,
      reserve(accountId, quota) {
        reserved.push(accountId);
        return store.usage.reserve(accountId, quota);
      },
    },
    plans: defaultPlans,
    gate,
    now,
  });
  const { request } = parseRequest({ kind: 'screenshot', url: 'https://shots.example/' });
  const job = { account, request, signal: new AbortController().signal };
  let letGo = () => {};
  const held = gate.run(() => new Promise<void>((resolve) => (letGo = resolve)));
  await t.rejects(perform(job), { code: 'queue_full' });
  t.same(reserved, []);
  letGo();
  await held;
  await t.rejects(perform(job), { code: 'internal' });
  t.same(reserved, [account.id], 'with a free place, one of the quota is held');
  t.match(await store.usage.used(account.id), { used: 0, reserved: 0 });
});
