import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPixels, testInDepth, until } from '@tintype/testkit';
import { createClient, TintypeError, type SucceededCaptures } from '@tintype/client';
import { verifyWebhook, type WebhookPayload } from '@tintype/client/webhooks';
import t from 'tap';
import { addSessionSite, login, sid } from '../service/session-site.ts';
import { createBackgroundService } from './background.ts';

const service = await createBackgroundService(t);
const caller = await service.account({ signatureRequired: true });
const { accessKey, secretKey } = caller;
const client = createClient({ baseUrl: service.address, accessKey, secretKey });
const hello = service.pages.page(
  '/hello',
  '<!doctype html><title>größe 100% 日本</title><h1>hello</h1><p class="a">a<p class="b, c">b',
  { 'x-of-page': 'yes' },
);
const small = { url: hello, viewport_width: 200, viewport_height: 100 };

t.test('an image, with all its metadata', async (t) => {
  const answer = await client.screenshot({
    ...small,
    format: 'png',
    attachment_name: 'größe',
    metadata_title: true,
    metadata_status: true,
    metadata_headers: true,
    metadata_fonts: true,
    metadata_hash: true,
    metadata_image_size: true,
    cache: true,
  });
  t.match(await readPixels(Buffer.from(answer.body)), { width: 200, height: 100, format: 'png' });
  t.match(answer, {
    mediaType: 'image/png',
    fileName: 'größe.png',
    cache: 'MISS',
    ignored: [],
    metadata: {
      title: 'größe 100% 日本',
      status: 200,
      imageSize: { width: 200, height: 100 },
      headers: { 'x-of-page': 'yes' },
      hash: /^[0-9a-f]{64}$/,
    },
    rateLimit: { limit: 1_000_000 },
  });
  t.ok((answer.metadata.fonts?.length ?? 0) > 0);
  t.match(answer.requestId, /^[0-9a-f-]{36}$/);
  const stages = answer.timings.map(({ stage }) => stage);
  for (const stage of ['queue', 'navigate', 'capture']) t.ok(stages.includes(stage), stage);
});

t.test('the other operations', async (t) => {
  const pdf = await client.pdf({ html: '<h1>a' });
  t.equal(Buffer.from(pdf.body.subarray(0, 5)).toString(), '%PDF-');
  const { text, mediaType } = await client.scrape({ url: hello, format: 'md' });
  t.match(text, /^# hello/);
  t.match(mediaType, /^text\/markdown/);
  const { body } = await client.stream('screenshot', small);
  t.match(await readPixels(Buffer.from(await new Response(body).arrayBuffer())), { width: 200 });
});

t.test('several files of one load, also by a client that signs its renders', async (t) => {
  const signing = createClient({
    baseUrl: service.address,
    accessKey,
    secretKey,
    signRequests: true,
  });
  const outputs = [
    { kind: 'screenshot', format: 'png' },
    { kind: 'scrape', format: 'md', name: 'text.md' },
  ] as const;
  for (const one of [client, signing]) {
    const done = await one.captures({ ...small, outputs });
    t.match(done, { status: 'succeeded', api: 'captures' });
    const [image, text] = await Promise.all(
      done.outputs.map((output) => one.requests.file(output)),
    );
    t.match(await readPixels(Buffer.from(image?.body ?? [])), { width: 200, height: 100 });
    t.match(Buffer.from(text?.body ?? []).toString(), /^# hello/);
  }
  const { id } = await signing.requests.start('captures', { ...small, outputs });
  const later = await signing.requests.wait<SucceededCaptures>(id);
  t.match(later.outputs, [{ name: 'screenshot.png' }, { name: 'text.md', kind: 'scrape' }]);
  const wrong = client.captures({
    ...small,
    outputs: [{ kind: 'pdf', pdf_paper_format: 'x' as never }],
  });
  await t.rejects(wrong, { message: /^outputs\[0\]\.pdf_paper_format must be / });
});

t.test('a batch: queued at once, listed, cancelled', async (t) => {
  const webhook_url = undefined;
  const spread = await client.batches.spread('scrape', [hello, hello], {
    format: 'md',
    webhook_url,
  });
  t.match(spread, { status: 'running', total: 2 });
  const listed = await client.batches.create({ requests: [{ kind: 'screenshot', ...small }] });
  for (const { id, total } of [spread, listed]) {
    await until(async () => (await client.batches.get(id)).status === 'finished');
    const requests = await client.requests.list({ batch: id });
    t.same(
      requests.map(({ status, batch }) => [status, batch]),
      Array(total).fill(['succeeded', id]),
    );
    t.match(await client.batches.cancel(id), { status: 'finished', succeeded: total, failed: 0 });
  }
});

t.test('sessions: created, used, listed, exported and deleted', async (t) => {
  addSessionSite(service.pages);
  const { sessions } = client;
  const made = await sessions.create({ name: 'shop', login: login(service.pages), ttl: 3600 });
  t.match(made, { name: 'shop', login: true, cookies: 1, expires: made.used + 3600 });
  const { text, receipt } = await client.scrape({
    url: service.pages.url('/account'),
    session: 'shop',
  });
  t.match(text, /Hello Ada/);
  t.match(receipt, { session: { name: 'shop', used: true } });
  t.match(await sessions.list(), [{ name: 'shop' }]);
  t.match(await sessions.get('shop'), { name: 'shop' });
  const storage_state = await sessions.export('shop');
  t.match(storage_state, { cookies: [{ name: 'sid', value: sid }] });
  t.match(await sessions.create({ name: 'copy', storage_state }), { login: false, cookies: 1 });
  await sessions.delete('shop');
  await t.rejects(sessions.get('shop'), { code: 'session_not_found' });
  await t.rejects(sessions.get('../usage'), TypeError);
});

t.test('links that the service accepts, and that cannot be changed', async (t) => {
  const parameters = {
    ...small,
    hide_selectors: ['.a', '[class="b, c"]'],
    headers: ['X-A: b; c'],
    format: 'png',
  } as const;
  const link = client.signedUrl('screenshot', parameters);
  const answer = await fetch(link);
  t.equal(answer.status, 200);
  const { body } = await client.screenshot(parameters);
  t.same(
    await readPixels(Buffer.from(await answer.arrayBuffer())),
    await readPixels(Buffer.from(body)),
    'the same image as the POST gives',
  );
  t.equal((await fetch(link.replace('width=200', 'width=300'))).status, 403);
  t.equal((await fetch(link.replace(/&signature=.*/, ''))).status, 401);
  const signing = createClient({
    baseUrl: service.address,
    accessKey,
    secretKey,
    signRequests: true,
  });
  t.equal((await signing.screenshot(parameters)).mediaType, 'image/png');
  const wrong = createClient({
    baseUrl: service.address,
    accessKey,
    secretKey: 'another',
    signRequests: true,
  });
  await t.rejects(wrong.screenshot(parameters), { code: 'invalid_signature', statusCode: 403 });
});

t.test('errors of the service', async (t) => {
  const error = await client
    .screenshot({ ...small, image_quality: 200, pdf_scale: 3 } as Parameters<
      typeof client.screenshot
    >[0])
    .catch((thrown: unknown) => thrown);
  t.ok(error instanceof TintypeError);
  t.match(error, {
    code: 'invalid_parameter',
    statusCode: 400,
    details: [{ parameter: 'image_quality', message: /from 1 to 100; got 200/ }],
    requestId: /^[0-9a-f-]{36}$/,
  });
  await t.rejects(client.screenshot({ url: 'http://127.0.0.3/' }), { code: 'target_denied' });
  const stranger = createClient({ baseUrl: service.address, accessKey: 'nobody' });
  await t.rejects(stranger.usage(), { code: 'unauthorized', message: 'Invalid access key' });
});

t.test('a call that is ended ends its render', async (t) => {
  const controller = new AbortController();
  const slow = service.pages.hang('/slow');
  const call = client.screenshot({ url: slow }, { signal: controller.signal });
  await until(() => service.pages.requests('/slow').length > 0);
  controller.abort(new Error('enough'));
  await t.rejects(call, /enough/);
  await until(() => service.server.running === 0);
});

t.test('a render that is done later, and its callback', async (t) => {
  const payloads: WebhookPayload[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    payloads.push(verifyWebhook(Buffer.concat(chunks), request.headers, secretKey));
    response.end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => receiver.close());
  await new Promise((done) => receiver.once('listening', done));
  const { port } = receiver.address() as AddressInfo;
  const accepted = await client.requests.start('screenshot', {
    ...small,
    format: 'png',
    webhook_url: `http://127.0.0.1:${port}/`,
  });
  t.equal(accepted.status, 'queued');
  const done = await client.requests.wait(accepted.id, { intervalMs: 100 });
  const { body, mediaType } = await client.requests.file(done);
  t.equal(mediaType, 'image/png');
  t.match(await readPixels(Buffer.from(body)), { width: 200, height: 100 });
  await until(() => payloads.length > 0);
  t.same(payloads[0], {
    id: accepted.id,
    file: done.file,
    expires: done.expires,
    created: done.created,
  });
});

testInDepth(t, 'a render that is done later, and fails', async (t) => {
  const { id } = await client.requests.start('screenshot', {
    ...small,
    click_selector: '#none',
    timeout: 4,
  });
  await t.rejects(client.requests.wait(id, { intervalMs: 100 }), {
    code: 'selector_not_found',
    statusCode: 422,
    requestId: id,
  });
  const unknown = '019a0000-0000-7000-8000-000000000000';
  await t.rejects(client.requests.get(unknown), { code: 'not_found' });
});

t.test('tasks', async (t) => {
  const task = await client.tasks.create({
    name: 'größe',
    api: 'screenshot',
    query: { ...small, hide_selectors: [':is(.a, .b)'] },
    frequency: 'custom',
    crontab: '0 6 * * 1-5',
    timezone: 'Europe/Berlin',
  });
  t.match(task, { name: 'größe', crontab: '0 6 * * 1-5', enabled: true, last_run: null, runs: 0 });
  t.same(await client.tasks.get(task.id), task);
  t.same(await client.tasks.list(), [task]);
  const changed = await client.tasks.update(task.id, {
    enabled: false,
    api: 'pdf',
    query: { url: hello, pdf_landscape: true },
  });
  t.match(changed, { enabled: false, api: 'pdf', query: /pdf_landscape=true/ });
  t.equal(await client.tasks.remove(task.id), undefined);
  await t.rejects(client.tasks.get(task.id), { code: 'not_found', statusCode: 404 });
  const wrong = { name: 'a', api: 'pdf', query: 'nothing=1', frequency: 'every_day' } as const;
  t.match(await client.tasks.create(wrong).catch((thrown: unknown) => thrown), {
    statusCode: 400,
    details: [{ message: /nothing/ }],
  });
});

t.test('usage and devices', async (t) => {
  const { hits, concurrency } = await client.usage();
  t.ok(hits.used > 0);
  t.equal(hits.remaining, hits.quota - hits.used);
  t.equal(concurrency.limit, 1_000_000);
  const devices = await client.devices();
  t.match(
    devices.find(({ id }) => id === 'iphone_15'),
    { viewport: { isMobile: true } },
  );
});
