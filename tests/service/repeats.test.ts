import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

// A request that is sent again because its answer was lost is done once, and charged once.

const service = await createService(t, { background: true });
const { pages } = service;
let keys = 0;
const newKey = () => ({ 'idempotency-key': `key-${(keys += 1)}` });

t.test('the second time the answer is that of the first', async (t) => {
  const caller = await service.account();
  const url = pages.page('/once', '<title>once</title>');
  const headers = newKey();
  const wish = { url, metadata_title: true, full_page: true };
  const first = await caller.post('/v1/screenshot', wish, { headers });
  const second = await caller.post('/v1/screenshot', { ...wish, full_page: true }, { headers });
  t.equal(pages.requests('/once').length, 1);
  t.equal(await caller.used(), 1);
  t.same([first.status, second.status], [200, 200]);
  t.same(await second.bytes(), await first.bytes());
  for (const name of ['content-type', 'x-tintype-metadata-title', 'x-tintype-request-id']) {
    t.equal(second.headers.get(name), first.headers.get(name), name);
  }
  t.equal(first.headers.get('idempotency-replayed'), null);
  t.equal(second.headers.get('idempotency-replayed'), 'true');
  const got = await caller.get(`/v1/screenshot?url=${encodeURIComponent(url)}`, { headers });
  t.equal(got.status, 422, 'another request');
  t.match(await got.json(), { code: 'idempotency_key_reused' });
  const other = await service.account();
  const theirs = await other.post('/v1/screenshot', wish, { headers });
  t.equal(theirs.headers.get('idempotency-replayed'), null, 'keys are of one account');
  await theirs.bytes();
  t.equal(await other.used(), 1);
});

testInDepth(t, 'GETs have keys, too', async (t) => {
  const caller = await service.account();
  const url = pages.page('/get', 'get');
  const path = `/v1/pdf?url=${encodeURIComponent(url)}`;
  const headers = newKey();
  for (const replayed of [null, 'true']) {
    const answer = await caller.get(path, { headers });
    t.equal((await answer.bytes()).length > 100, true);
    t.equal(answer.headers.get('idempotency-replayed'), replayed);
  }
  t.equal(pages.requests('/get').length, 1);
  t.equal(await caller.used(), 1);
});

t.test('a client that is cut off gets the answer when it asks again', async (t) => {
  const caller = await service.account();
  let held: ServerResponse | undefined;
  const url = pages.route('/cut', (_request, response) => void (held = response));
  const body = JSON.stringify({ url });
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /v1/screenshot HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Access-Key: ${caller.accessKey}\r\nIdempotency-Key: cut\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until(() => held !== undefined);
  socket.destroy();
  await until(() => service.server.running === 0);
  const headers = { 'idempotency-key': 'cut' };
  const early = await caller.post('/v1/screenshot', { url }, { headers });
  t.equal(early.status, 409);
  t.equal(early.headers.get('retry-after'), '1');
  t.match(await early.json(), { code: 'idempotency_in_progress' });
  held?.end('<p>hello');
  await until(async () => (await caller.used()) === 1);
  const late = await caller.post('/v1/screenshot', { url }, { headers });
  t.equal(late.status, 200);
  t.equal(late.headers.get('idempotency-replayed'), 'true');
  t.equal(pages.requests('/cut').length, 1);
  t.equal(await caller.used(), 1);
});

t.test('ends a render that is not requested again', async (t) => {
  const hasty = await createService(t, { jobs: { replayGraceMs: 100 } });
  const caller = await hasty.account();
  const url = hasty.pages.hang('/left');
  const headers = newKey();
  const leaving = new AbortController();
  const gone = caller.post('/v1/screenshot', { url }, { headers, signal: leaving.signal });
  await until(() => hasty.pages.requests('/left').length === 1);
  leaving.abort();
  await t.rejects(gone);
  await until(() => hasty.executions.at(-1)?.outcome === 'cancelled');
  t.equal(hasty.limiter.depth.running, 0);
  const again = caller.post('/v1/screenshot', { url, timeout: 0.5 }, { headers });
  t.equal((await again).status, 504, 'and the key is free again');
});

t.test('an async request is accepted once', async (t) => {
  const caller = await service.account();
  const url = pages.page('/later', 'later');
  const headers = newKey();
  const ask = async () => {
    const answer = await caller.post('/v1/screenshot', { url, async: true }, { headers });
    t.equal(answer.status, 202);
    const body = (await answer.json()) as { id: string };
    t.equal(answer.headers.get('x-tintype-request-id'), body.id);
    return { ...body, location: answer.headers.get('location') };
  };
  const first = await ask();
  t.same(await ask(), first);
  const ended = async () => (await service.store.requests.get(first.id))?.status === 'succeeded';
  await until(ended);
  t.same(await ask(), first, 'also when it has ended');
  t.equal((await service.store.requests.list(caller.id, { limit: 9 })).length, 1);
  t.equal(await caller.used(), 1);
});

t.test('a failure that cost something is the answer, any other is tried again', async (t) => {
  const caller = await service.account();
  const fails = async (wish: object, headers: object) => {
    const answer = await caller.post('/v1/screenshot', wish, { headers: { ...headers } });
    return { ...((await answer.json()) as object), used: await caller.used() };
  };
  const script = { html: 'x', inject_js: 'throw new Error("no")' };
  const headers = newKey();
  t.match(await fails(script, headers), { code: 'script_failed', used: 1 });
  t.match(await fails(script, headers), { code: 'script_failed', used: 1 });
  const nowhere = { url: 'http://no-such-host.invalid/' };
  const more = newKey();
  const before = service.asked.length;
  t.match(await fails(nowhere, more), { code: 'dns_failed', used: 1 });
  t.match(await fails(nowhere, more), { code: 'dns_failed', used: 1 });
  t.equal(service.asked.length, before + 2);
});

testInDepth(t, 'a task is made once', async (t) => {
  const caller = await service.account();
  const task = { name: 'a', api: 'pdf', query: 'url=https://example.com', frequency: 'every_day' };
  const headers = newKey();
  const make = async (body: object) => await caller.post('/v1/tasks', body, { headers });
  const [first, second] = [await make(task), await make({ ...task, access_key: caller.accessKey })];
  t.same([first.status, second.status], [201, 201]);
  t.same(await second.json(), await first.json());
  t.equal(second.headers.get('location'), first.headers.get('location'));
  t.equal((await make({ ...task, name: 'b' })).status, 422);
  const wrong = await caller.post(
    '/v1/tasks',
    { ...task, api: 'x' },
    { headers: { 'idempotency-key': 'w' } },
  );
  t.equal(wrong.status, 400);
  const right = await caller.post('/v1/tasks', task, { headers: { 'idempotency-key': 'w' } });
  t.equal(right.status, 201, 'what was refused is forgotten');
});

t.test('keys that are none', async (t) => {
  const caller = await service.account();
  for (const key of ['x'.repeat(256), 'a b', 'é']) {
    const headers = { 'idempotency-key': key };
    const answer = await caller.post('/v1/pdf', { html: 'x' }, { headers });
    t.match(await answer.json(), { statusCode: 400, code: 'invalid_request' });
  }
  t.equal(await caller.used(), 0);
});
