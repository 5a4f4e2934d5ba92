import { createHash, createHmac } from 'node:crypto';
import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';
import { createReceiver, type Call } from './receiver.ts';

let clockMs = 0;
const service = await createService(t, { background: true, now: () => Date.now() + clockMs });
const { pages, store } = service;
const caller = await service.account();
const hello = pages.page('/hello', '<!doctype html><title>hello</title><h1>hello</h1>');
const small = { viewport_width: 200, viewport_height: 100 };

const receiver = (path: string) => createReceiver(pages, path);

function ended(address: string, from = caller): Promise<Record<string, unknown>> {
  return until(async () => {
    const answer = await from.get(new URL(address).pathname);
    const body = (await answer.json()) as Record<string, unknown>;
    return ['succeeded', 'failed'].includes(String(body['status'])) && body;
  });
}

t.test('accepts immediately, renders later, and sends the webhook', async (t) => {
  const { url: webhook_url, calls } = receiver('/hook');
  const account = await service.account();
  const answer = await account.post('/v1/screenshot', {
    url: hello,
    ...small,
    async: true,
    webhook_url,
    attachment_name: 'shot',
    cache_ttl: 60,
    metadata_title: true,
    metadata_image_size: true,
  });
  t.equal(answer.status, 202);
  const accepted = (await answer.json()) as Record<string, string>;
  const id = answer.headers.get('x-tintype-request-id');
  t.match(accepted, {
    id,
    status: 'queued',
    created: Number,
    status_url: `${service.address}/v1/requests/${id}`,
  });
  t.same(Object.keys(accepted), ['id', 'status', 'created', 'status_url']);
  t.equal(answer.headers.get('location'), accepted['status_url']);

  const request = await ended(accepted['status_url'] ?? '', account);
  t.match(request, { id, status: 'succeeded', api: 'screenshot', started: Number });
  const metadata = { title: 'hello', image_size: { width: 200, height: 100 } };
  t.match(request, { url: hello, metadata });
  const { file, expires, created } = request as { file: string; expires: number; created: number };
  t.match(file, new RegExp(`^${service.address}/v1/files/[0-9a-f]{64}\\.jpeg$`));
  t.ok(Math.abs(expires - created - 60) <= 20);

  await until(() => calls.length === 1);
  const [call] = calls as [Call];
  t.same(JSON.parse(call.body), { id, file, expires, created });
  t.match(call.headers, {
    'x-tintype-request-id': id,
    'x-tintype-url': hello,
    'x-tintype-metadata-title': 'hello',
    'x-tintype-metadata-image-size': '200x100',
  });
  t.notOk('x-tintype-metadata-hash' in call.headers, 'only what was asked for');
  const signature = createHmac('sha256', account.secretKey).update(call.body).digest('hex');
  t.equal(call.headers['x-tintype-webhook-signature'], signature);
  t.equal(await account.used(), 1);

  const stranger = await service.account();
  t.equal((await stranger.get(`/v1/requests/${id}`)).status, 404);

  const stored = await fetch(file);
  t.equal(stored.status, 200, 'without a key');
  t.equal(stored.headers.get('content-type'), 'image/jpeg');
  t.equal(
    stored.headers.get('content-disposition'),
    `attachment; filename="shot.jpeg"; filename*=UTF-8''shot.jpeg`,
  );
  t.equal(stored.headers.get('content-security-policy'), null, 'a video would not play');
  t.equal(stored.headers.get('x-content-type-options'), 'nosniff');
  t.match(stored.headers.get('cache-control'), /^public, max-age=[0-9]+, immutable$/);
  const body = Buffer.from(await stored.arrayBuffer());
  t.equal(Number(stored.headers.get('content-length')), body.byteLength);
  t.same([...body.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  const etag = stored.headers.get('etag') ?? '';
  t.equal(etag, `"${createHash('sha256').update(body).digest('hex')}"`);
  const again = await fetch(file, { headers: { 'if-none-match': etag } });
  t.equal(again.status, 304);
  const headers = { range: 'bytes=1-2' };
  const part = await fetch(file, { headers });
  t.equal(part.status, 206);
  t.equal(part.headers.get('content-range'), `bytes 1-2/${body.byteLength}`);
  t.same([...(await part.bytes())], [0xd8, 0xff]);
  const head = await fetch(file, { method: 'HEAD', headers });
  t.equal(head.status, 200, 'a HEAD is about the whole');
  t.equal(head.headers.get('content-length'), String(body.byteLength));
  t.equal((await head.arrayBuffer()).byteLength, 0);
  for (const wrong of [file.replace('.jpeg', '.html'), file.replace(/.\.jpeg$/, '.jpeg')]) {
    t.equal((await fetch(wrong)).status, 404, wrong);
  }
  clockMs = 61_000;
  t.equal((await fetch(file)).status, 404, 'it has expired');
  clockMs = 0;
});

t.test('a page that cannot be rendered ends as failed, and is not counted', async (t) => {
  const { url: webhook_url, calls } = receiver('/hook-of-failure');
  const account = await service.account();
  const answer = await account.ask('/v1/pdf', {
    url: 'http://10.0.0.1/',
    async: 'true',
    webhook_url,
    webhook_signed: 'false',
  });
  t.equal(answer.status, 202);
  const { id, status_url: address } = (await answer.json()) as Record<string, string>;
  const request = await ended(address ?? '', account);
  t.match(request, { status: 'failed', error: { statusCode: 403, code: 'target_denied' } });
  t.notOk('file' in request);
  await until(() => calls.length === 1);
  const [call] = calls as [Call];
  t.match(JSON.parse(call.body), { id, error: { statusCode: 403, error: 'Forbidden' } });
  t.notOk('x-tintype-webhook-signature' in call.headers);
  t.ok(call.headers['webhook-id']);
  t.equal(await account.used(), 0);
});

testInDepth(t, 'the quota is held when a request is accepted', async (t) => {
  const account = await service.account({ quotaPerMonth: 1 });
  const wish = { url: pages.hang('/hang'), timeout: 1, async: true };
  t.equal((await account.post('/v1/screenshot', wish)).status, 202);
  t.equal((await account.post('/v1/screenshot', wish)).status, 423);
});

t.test('a callback beside the answer', async (t) => {
  const { url: webhook_url, calls } = receiver('/hook-beside');
  const account = await service.account();
  const wish = { url: hello, format: 'md', delay: 2, webhook_url };
  const answer = await account.post('/v1/scrape', wish);
  const id = answer.headers.get('x-tintype-request-id');
  t.equal(answer.status, 200);
  const content = await answer.text();
  await until(() => calls.length === 1);
  const told = JSON.parse((calls[0] as Call).body) as {
    id: string;
    file: string;
    created: number;
  };
  t.equal(told.id, id);
  t.equal(await (await fetch(told.file)).text(), content);
  const request = await ended(`${service.address}/v1/requests/${id}`, account);
  t.match(request, { file: told.file, created: told.created });
  t.ok(Number(request['finished']) > told.created, 'created is when it came');
  t.equal(await account.used(), 1, 'counted once');

  const gone = pages.hang('/hang-beside');
  const failed = await account.post('/v1/scrape', { url: gone, timeout: 1, webhook_url });
  t.equal(failed.status, 504);
  await until(() => calls.length === 2);
  t.match(JSON.parse((calls[1] as Call).body), {
    id: failed.headers.get('x-tintype-request-id'),
    error: { statusCode: 504 },
  });
});

t.test('a rejected request sends no webhook', async (t) => {
  const { url: webhook_url, calls } = receiver('/hook-of-nothing');
  const account = await service.account({ quotaPerMonth: 1 });
  const wish = { html: 'x', ...small };
  t.equal((await account.post('/v1/screenshot', wish)).status, 200);
  const refused = await account.post('/v1/screenshot', { ...wish, webhook_url });
  t.equal(refused.status, 423);
  const other = await service.account();
  const denied = await other.post('/v1/scrape', { url: 'http://10.0.0.1/', webhook_url });
  t.equal(denied.status, 403);
  for (const [sender, answer] of [
    [account, refused],
    [other, denied],
  ] as const) {
    const id = answer.headers.get('x-tintype-request-id');
    t.equal((await sender.get(`/v1/requests/${id}`)).status, 404);
    t.same(await store.outbox.list({ accountId: sender.id, limit: 9 }), []);
  }
  t.equal(calls.length, 0);
});

t.test('a callback to where nothing may go is refused at once', async (t) => {
  const wish = { url: hello, async: true, webhook_url: 'http://10.0.0.1/hook' };
  const answer = await caller.post('/v1/screenshot', wish);
  t.equal(answer.status, 403);
  t.match(await answer.json(), { code: 'target_denied', message: /^webhook_url: / });
  t.equal((await store.requests.counts()).queued, 0);
});

t.test('what addresses begin with', async (t) => {
  const fixed = await createService(t, { server: { baseUrl: 'https://shots.example/' } });
  const accepted = await (await fixed.account()).post('/v1/pdf', { html: 'x', async: true });
  t.match(accepted.headers.get('location'), /^https:\/\/shots\.example\/v1\/requests\//);

  const behind = await createService(t, { server: { trustProxy: 1 } });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'proxy.example' };
  const wish = { html: 'x', async: true };
  const proxied = await (await behind.account()).post('/v1/pdf', wish, { headers });
  t.match(proxied.headers.get('location'), /^https:\/\/proxy\.example\/v1\/requests\//);
  const direct = await caller.post('/v1/pdf', wish, { headers });
  t.match(direct.headers.get('location'), new RegExp(`^${service.address}/v1/requests/`));
});

testInDepth(t, 'tasks over HTTP', async (t) => {
  const task = {
    name: 'Home',
    api: 'screenshot',
    query: `url=${encodeURIComponent(hello)}`,
    frequency: 'every_day',
  };
  const account = await service.account();
  const created = await account.post('/v1/tasks', task);
  t.equal(created.status, 201);
  const body = (await created.json()) as { id: number };
  t.match(body, { ...task, timezone: 'Etc/UTC', enabled: true, last_run: null, runs: 0 });
  const path = `/v1/tasks/${body.id}`;
  t.equal(created.headers.get('location'), `${service.address}${path}`);
  t.same(await (await account.get(path)).json(), body);
  t.same(await (await account.get('/v1/tasks')).json(), { tasks: [body] });
  const changed = await account.post(path, { enabled: false }, { method: 'PATCH' });
  t.match(await changed.json(), { id: body.id, enabled: false, name: 'Home' });
  t.equal(service.woken.scheduler, 2);

  const stranger = await service.account();
  t.equal((await stranger.get(path)).status, 404);
  t.equal((await stranger.get(path, { method: 'DELETE' })).status, 404);
  const poor = await service.account({ plan: 'pro' });
  for (const answer of [await poor.get('/v1/tasks'), await poor.post('/v1/tasks', task)]) {
    t.equal(answer.status, 403);
    t.match(await answer.json(), {
      code: 'plan_required',
      message: 'Scheduled tasks need the scale plan; the plan of this account is pro.',
    });
  }
  const wrong = await account.post('/v1/tasks', { ...task, query: 'url=ftp://a', crontab: '* *' });
  t.equal(wrong.status, 400);

  const removed = await fetch(`${service.address}${path}?access_key=${account.accessKey}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(removed.status, 204);
  t.equal(await removed.text(), '');
  t.equal((await account.get(path)).status, 404);
  t.equal(await account.used(), 0, 'none of this counts');
});
