import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { createClient } from '@tintype/client';
import { createChromeSource } from '@tintype/chrome';
import { createRenderer } from '@tintype/core';
import { createEgress, type Egress } from '@tintype/egress';
import { closeWith, testInDepth } from '@tintype/testkit';
import t from 'tap';
import type { Renderer } from 'tintype';
import { browserOptions } from '../browser-options.ts';
import { createService } from './lab.ts';

/** An engine with an egress proxy of its own. */
function createEngine(egress: Egress): Renderer {
  return createRenderer({
    source: createChromeSource({ ...browserOptions(), egress, concurrency: 1, spares: 0 }),
  });
}

const service = await createService(t, { server: { limits: { bodyBytes: 100_000 } } });
const { address, pages } = service;
const caller = await service.account();
const url = pages.page('/page', '<!doctype html><title>page</title><p>page');

/** As it came, with names of headers as they were written. */
async function raw(lines: readonly string[]): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write([...lines, 'Host: shots.example', 'Connection: close', '', ''].join('\r\n'));
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, end), body: answer.slice(end + 4) };
}

const withKey = `X-Access-Key: ${caller.accessKey}`;
const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({ url, viewport_width: '200', viewport_height: '100', ...more }).toString();
const head = (path: string, headers: Record<string, string> = {}) =>
  caller.get(path, { method: 'HEAD', headers });

t.test('HEAD of a render makes nothing, and says what a GET would', async (t) => {
  const before = service.asked.length;
  const png = await head(`/v1/screenshot?${query({ format: 'png' })}`);
  t.equal(png.status, 200);
  t.equal(png.headers.get('content-type'), 'image/png');
  t.match(png.headers.get('content-disposition'), /^inline; filename="127\.0\.0\.1\.png"/);
  t.equal(png.headers.get('content-length'), null, 'nobody knows how long it will be');
  t.equal(png.headers.get('x-tintype-cache'), null);
  t.ok(png.headers.get('x-ratelimit-remaining'));
  const webhook = new URL('/webhook', url).href;
  const later = await head(`/v1/pdf?${query({ async: 'true', webhook_url: webhook })}`);
  t.equal(later.status, 200);
  t.equal(later.headers.get('location'), null, 'nothing was accepted');
  t.equal((await head(`/v1/scrape?${query({ format: 'nothing' })}`)).status, 400);
  t.equal((await head('/v1/screenshot')).status, 400);
  t.equal((await fetch(`${address}/v1/screenshot?${query()}`, { method: 'HEAD' })).status, 401);
  t.equal(service.asked.length, before);
  t.equal(pages.requests('/page').length, 0);
  t.equal(pages.requests('/webhook').length, 0);
  t.equal(await caller.used(), 0);
});

t.test('HEAD of what the cache keeps has all headers of the GET', async (t) => {
  const path = `/v1/screenshot?${query({ cache: 'true', metadata_title: 'true' })}`;
  const missing = await head(path);
  t.equal(missing.headers.get('x-tintype-cache'), 'MISS');
  t.equal(missing.headers.get('etag'), null);
  await (await caller.get(path)).arrayBuffer();
  const kept = await head(path, { range: 'bytes=0-1' });
  t.equal(kept.status, 200, 'a HEAD is about the whole');
  const full = await caller.get(path);
  const names = ['etag', 'content-length', 'content-type', 'content-disposition', 'cache-control'];
  for (const name of [...names, 'accept-ranges', 'x-tintype-cache', 'x-tintype-metadata-title']) {
    const expected = full.headers.get(name);
    t.ok(expected, name);
    if (name !== 'cache-control') t.equal(kept.headers.get(name), expected, name);
  }
  t.equal(Number(kept.headers.get('content-length')), (await full.arrayBuffer()).byteLength);
  t.equal((await head(path, { 'if-none-match': full.headers.get('etag') ?? '' })).status, 304);
  const other = await service.account();
  const foreign = await other.get(path, { method: 'HEAD' });
  t.equal(foreign.headers.get('x-tintype-cache'), 'MISS', 'what others keep is not seen');
});

t.test('HEAD of everything that GET gives', async (t) => {
  const file = await service.store.fileBytes.write(Buffer.from('kept'));
  const stored = { ...file, extension: 'png', mediaType: 'image/png' };
  await service.store.files.add(caller.id, { ...stored, expiresAt: Date.now() + 60_000 });
  for (const path of ['/v1/usage', '/v1/devices', '/v1/tasks', `/v1/files/${file.name}.png`]) {
    const full = await caller.get(path);
    const bare = await head(path);
    t.equal(bare.status, full.status, path);
    t.equal(bare.headers.get('content-type'), full.headers.get('content-type'));
    const { byteLength } = await full.arrayBuffer();
    if (path !== '/v1/devices') t.equal(Number(bare.headers.get('content-length')), byteLength);
    t.equal(await bare.text(), '');
  }
  const { headers } = await fetch(`${address}/v1/files/${file.name}.png`);
  t.match(
    headers.get('content-disposition'),
    /^inline; filename="tintype-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.png"/,
    'nobody saves a file under the secret of its address',
  );
  t.equal((await head('/v1/requests/none')).status, 404);
  t.equal((await head('/v1/nothing')).status, 404);
});

t.test('names of headers are written in title case', async (t) => {
  const path = `/v1/screenshot?${query({ metadata_title: 'true', cache: 'true', utm_a: '1' })}`;
  for (const { head: answer } of [
    await raw([`GET ${path} HTTP/1.1`, withKey]),
    await raw([`GET ${path} HTTP/1.1`, withKey]),
    await raw(['GET /v1/usage HTTP/1.1', 'X-Access-Key: wrong']),
    await raw(['PUT /v1/usage HTTP/1.1']),
    await raw(['GET', 'nonsense']),
  ]) {
    const names = answer
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(':', 1)[0] ?? '');
    t.ok(names.includes('X-Tintype-Request-Id') && names.includes('Content-Type'), answer);
    for (const name of names) t.match(name, /^(?:ETag|[A-Z][a-z]*(?:-[A-Z][a-z]*)*)$/);
  }
});

t.test('ignores and reports parameters of tracking and caches', async (t) => {
  const marks = { _: '1700000000', fbclid: 'a', gclid: 'b', utm_source: 'c', x_mine: 'd' };
  const answer = await caller.get(`/v1/scrape?${query(marks)}`);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('x-tintype-ignored'), '_, fbclid, gclid, utm_source');
  const odd = await caller.get(`/v1/scrape?${query({ 'utm_\r\nx: y': '1' })}`);
  t.equal(odd.status, 200);
  t.equal(odd.headers.get('x-tintype-ignored'), null);
  const wrong = await caller.get(`/v1/scrape?${query({ fbclick: 'a' })}`);
  t.equal(wrong.status, 400, 'what is none is refused as ever');
  const posted = await caller.post('/v1/scrape?fbclid=a', { html: '<p>x' });
  t.equal(posted.status, 200, 'nor do they hurt in the address of a POST');
});

t.test('addresses that were put together, and those that proxies send', async (t) => {
  t.equal((await caller.get('//v1/usage')).status, 200);
  t.equal((await caller.get(`///v1//scrape/?${query()}`)).status, 200);
  const { head: whole } = await raw([`GET http://shots.example/v1/usage HTTP/1.1`, withKey]);
  t.match(whole, /^HTTP\/1\.1 200 OK/);
  const lost = await caller.get('//v1/usages');
  t.match(await lost.json(), { message: /\/v1\/usages\. Did you mean \/v1\/usage\?/ });
  const redirected = await raw(['GET //evil.example/%2e%2e HTTP/1.1', withKey]);
  t.match(redirected.head, /^HTTP\/1\.1 404/);
});

interface Sent {
  status: number;
  body: { code?: string; message?: string };
}

async function post(body: Uint8Array, headers: Record<string, string>): Promise<Sent> {
  const own = { 'content-type': 'application/json', 'x-access-key': caller.accessKey, ...headers };
  const sent = send(`${address}/v1/scrape`, { method: 'POST', headers: own }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const got = await text(answer);
  const isJson = answer.headers['content-type'] === 'application/json';
  return { status: answer.statusCode ?? 0, body: isJson ? (JSON.parse(got) as Sent['body']) : {} };
}

t.test('bodies with a mark of their order, and compressed ones', async (t) => {
  const json = Buffer.from(JSON.stringify({ html: '<p>grüße', cache: true }));
  const marked = Buffer.concat([Buffer.from('\ufeff'), json]);
  t.equal((await post(marked, {})).status, 200);
  for (const [encoding, body] of [
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(marked)],
    ['GZIP', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['identity', json],
  ] as const) {
    t.equal((await post(body, { 'content-encoding': encoding })).status, 200, encoding);
  }
  const wrong = await post(json, { 'content-encoding': 'gzip' });
  t.match(wrong, { status: 400, body: { message: /not compressed as Content-Encoding says/ } });
  const cut = await post(gzipSync(json).subarray(0, -9), { 'content-encoding': 'gzip' });
  t.match(cut, { status: 400, body: { code: 'invalid_request' } });
  const unknown = await post(json, { 'content-encoding': 'zstd, gzip' });
  t.match(unknown, {
    status: 400,
    body: { message: /must be gzip, deflate or br.*; got zstd, gzip/ },
  });
});

testInDepth(t, 'long answers of JSON are compressed for those who take it', async (t) => {
  const { head: packed } = await raw([
    'GET /v1/devices HTTP/1.1',
    withKey,
    'Accept-Encoding: gzip',
  ]);
  t.match(packed, /\r\nContent-Encoding: gzip\r\n/);
  t.match(packed, /\r\nVary: Accept-Encoding\r\n/);
  const sent = send(`${address}/v1/devices`, {
    headers: { 'x-access-key': caller.accessKey, 'accept-encoding': 'br, gzip' },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  t.equal(Number(answer.headers['content-length']), bytes.byteLength);
  const { devices } = JSON.parse(gunzipSync(bytes).toString()) as { devices: unknown[] };
  t.ok(devices.length > 100);
  const plain = await raw(['GET /v1/devices HTTP/1.1', withKey]);
  t.notMatch(plain.head, /Content-Encoding/);
  t.match(plain.head, /\r\nVary: Accept-Encoding\r\n/);
  t.equal((JSON.parse(plain.body) as { devices: unknown[] }).devices.length, devices.length);
  const short = await raw(['GET /v1/usage HTTP/1.1', withKey, 'Accept-Encoding: gzip']);
  t.notMatch(short.head, /Content-Encoding/, 'a short one is not worth it');
  for (const kind of ['screenshot', 'scrape', 'pdf']) {
    const path = `/v1/${kind}?${new URLSearchParams({ html: `<p>${'long '.repeat(1000)}` })}`;
    const result = await caller.get(path, { headers: { 'accept-encoding': 'gzip' } });
    t.equal(result.headers.get('content-encoding'), null, kind);
  }
});

t.test('reports reveal no names of the network', async (t) => {
  const resolve = async (host: string) => {
    if (host === 'real.corp.example') return ['10.0.0.5'];
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
  const egress = closeWith(t, createEgress({ resolve, hideAnswers: true }));
  const other = await createService(t, { renderer: createEngine(egress) });
  const account = await other.account();
  const told = async (host: string) => {
    const answer = await account.ask('/v1/screenshot', { url: `http://${host}/` });
    const text = (await answer.text()).replaceAll(host, 'HOST');
    return { status: answer.status, text, names: [...answer.headers.keys()] };
  };
  const real = await told('real.corp.example');
  t.same(real, await told('made-up.corp.example'));
  t.match(real, { status: 422, text: /"code":"dns_failed"/ });
  t.match(real.text, /HOST has no public address/);
});

t.test('own headers have the prefix of the operator, on every answer', async (t) => {
  const named = await createService(t, {
    server: { headerPrefix: 'X-Acme', corsOrigins: ['*'] },
    renderer: service.renderer,
  });
  const { get } = await named.account();
  const client = createClient({ baseUrl: named.address, accessKey: 'wrong' });
  await t.rejects(client.usage(), { code: 'unauthorized', requestId: /^[0-9a-f-]{36}$/ });
  for (const answer of [
    await get(`/v1/screenshot?${query({ metadata_status: '1' })}`, { headers: { origin: url } }),
    await get('/v1/usage'),
    await get('/v1/nothing'),
  ]) {
    t.match(answer.headers.get('x-acme-request-id'), /^[0-9a-f-]{36}$/, answer.url);
    t.equal(answer.headers.get('tintype-header-prefix'), 'X-Acme');
    t.notMatch([...answer.headers.keys()].join(), 'x-tintype-');
    if (answer.headers.get('content-type') !== 'image/jpeg') continue;
    t.equal(answer.headers.get('x-acme-metadata-status'), '200');
    t.match(answer.headers.get('access-control-expose-headers'), /X-Acme-Receipt.*Tintype-Header-/);
  }
  const socket = connect(Number(new URL(named.address).port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  t.match(await text(socket), /\r\nX-Acme-Request-Id: /);
});
