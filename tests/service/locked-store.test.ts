import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ServerPart } from '@tintype/server';
import { openSqliteStore } from '@tintype/store';
import { closeWith, holdDatabase } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

const now = Date.now;

/** Reports whether a promise has been settled already. */
function watch(promise: Promise<unknown>): { settled: boolean } {
  const state = { settled: false };
  const settle = () => (state.settled = true);
  promise.then(settle, settle);
  return state;
}

t.test('while another process writes, reads go on', async (t) => {
  const dataDir = t.testdir();
  const store = closeWith(t, await openSqliteStore({ dataDir, now }));
  const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const request = {
    id: randomUUID(),
    accountId: account.id,
    kind: 'screenshot' as const,
    parameters: { url: 'https://example.com/' },
    baseUrl: 'https://shots.example',
  };
  await store.requests.enqueue(request, 10);
  const letGo = await holdDatabase(t, join(dataDir, 'tintype.db'));
  const writing = store.accounts.update(account.id, { name: 'b' });
  const write = watch(writing);
  t.equal(await store.accounts.findByAccessKey('made-up-key-of-nobody'), undefined);
  t.match(await store.accounts.findByAccessKey(keys.accessKey), { name: 'a' });
  t.match(await store.usage.takeRate(account.id, 5), { allowed: true });
  t.match(await store.usage.used(account.id), { reserved: 1 });
  t.match(await store.requests.getFor(account.id, request.id), { id: request.id });
  t.match(await store.requests.counts(), { queued: 1 });
  t.equal(write.settled, false, 'what writes waits meanwhile');
  letGo();
  t.match(await writing, { name: 'b' });
  t.match(await store.accounts.findByAccessKey(keys.accessKey), { name: 'b' });
});

t.test('while another process has the rates, other reads go on', async (t) => {
  const dataDir = t.testdir();
  const store = closeWith(t, await openSqliteStore({ dataDir, now }));
  const letGo = await holdDatabase(t, join(dataDir, 'rates.db'));
  const taking = store.usage.takeRate('a', 5);
  const rate = watch(taking);
  for (let round = 0; round < 5; round++) {
    t.equal(await store.accounts.findByAccessKey('made-up-key-of-nobody'), undefined);
  }
  t.equal(rate.settled, false);
  letGo();
  t.match(await taking, { allowed: true, remaining: 4 });
});

t.test('this thread goes on while the store is written', async (t) => {
  const dataDir = t.testdir();
  const store = closeWith(t, await openSqliteStore({ dataDir, now }));
  const letGo = await holdDatabase(t, join(dataDir, 'tintype.db'));
  const writing = store.accounts.create({ name: 'a', plan: 'pro' });
  const write = watch(writing);
  // With the store in this thread, the timer would come when the write is done.
  await new Promise((resolve) => setTimeout(resolve, 1));
  t.equal(write.settled, false);
  letGo();
  t.ok(await writing);
});

t.test('a service answers while another process writes to its database', async (t) => {
  const dataDir = t.testdir();
  const probe: ServerPart = (app) => {
    app.get('/probe', async () => 'alive');
  };
  const service = await createService(t, { store: { dataDir }, server: { parts: [probe] } });
  const caller = await service.account();
  const page = service.pages.page('/', '<p>one</p>');
  const accepted = await caller.post('/v1/screenshot', { url: page, async: true });
  const { id } = (await accepted.json()) as { id: string };
  const letGo = await holdDatabase(t, join(dataDir, 'tintype.db'));
  // This one must be stored, and waits.
  const waiting = caller.post('/v1/screenshot', { url: page, async: true });
  const write = watch(waiting);
  const others: [string, Promise<Response>][] = [
    ['200', fetch(`${service.address}/probe`)],
    ['401', fetch(`${service.address}/v1/usage`)],
    ['401', caller.get('/v1/usage', { headers: { 'X-Access-Key': 'made-up-key-of-nobody' } })],
    ['400', caller.ask('/v1/screenshot', { url: 'no address' })],
    ['200', caller.get('/v1/usage')],
    ['200', caller.get(`/v1/requests/${id}`)],
    ['200', caller.get('/v1/tasks')],
  ];
  for (const [status, answer] of others) {
    const { url, status: got } = await answer;
    t.equal(String(got), status, url);
  }
  t.equal(write.settled, false, 'all that came before what has to be written');
  letGo();
  t.equal((await waiting).status, 202);
});
