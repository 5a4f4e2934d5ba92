import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createLog, type RequestLimits } from '@tintype/server';
import { createService, type Service, type ServiceWishes } from './lab.ts';

// Memory that a client without a key can make a service hold, and one with a key. Real connections,
// bytes by hand.

const serve = (
  t: Test,
  limits: Partial<RequestLimits>,
  wishes: ServiceWishes['server'] = {},
): Promise<Service> => createService(t, { server: { ...wishes, limits } });

/** A connection from an address of this machine: 127.0.0.1 itself has no bounds of its own. */
async function open(t: Test, { address }: Service, localAddress = '127.0.0.2'): Promise<Socket> {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the connection closes, however it does. */
async function received(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (piece) => (all += String(piece)));
  await new Promise((resolve) => socket.once('close', resolve));
  return all;
}

const head = (path: string, headers: Record<string, string | number>, method = 'POST') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** The response to bytes, until the connection closes. */
async function answerTo(t: Test, service: Service, bytes: string, from?: string): Promise<string> {
  const socket = await open(t, service, from);
  const answer = received(socket);
  socket.write(bytes);
  return answer;
}

const json = { 'Content-Type': 'application/json', Connection: 'close' };

t.test('a body without a key in the header is small, and a key in it still works', async (t) => {
  const service = await serve(t, { bodyBytes: 100_000, keylessBodyBytes: 20_000 });
  const { accessKey } = await service.account();
  const body = (bytes: number, more = {}) =>
    JSON.stringify({ html: 'x'.repeat(bytes - 100), async: true, ...more });
  const post = (content: string, headers = {}) =>
    fetch(`${service.address}/v1/pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: content,
    });
  t.equal((await post(body(19_000, { access_key: accessKey }))).status, 202);
  const large = await post(body(30_000, { access_key: accessKey }));
  t.equal(large.status, 413);
  t.match(await large.json(), {
    code: 'payload_too_large',
    message:
      'The body is larger than 20000 bytes, the maximum without a valid access key in the header X-Access-Key, and 100000 bytes with one.',
  });
  t.equal((await post(body(90_000), { 'x-access-key': accessKey })).status, 202);
  const larger = await post(body(110_000), { 'x-access-key': accessKey });
  t.match(await larger.json(), {
    message: /larger than 100000 bytes, the maximum\.$/,
  });
  const form = new FormData();
  form.set('access_key', accessKey);
  form.set('html', 'x'.repeat(30_000));
  const formed = { method: 'POST', body: form };
  t.equal((await fetch(`${service.address}/v1/pdf`, formed)).status, 413, 'forms too');
});

t.test('a declared length is refused before a byte of it has come', async (t) => {
  const service = await serve(t, {});
  const answer = await answerTo(
    t,
    service,
    head('/v1/pdf', { ...json, 'Content-Length': 262_145 }),
  );
  t.match(answer, /^HTTP\/1\.1 413 /);
});

t.test('connections that stop inside a body: the memory is bounded, and they end', async (t) => {
  const service = await serve(t, { keylessReceiveTimeoutMs: 1_500 });
  const before = process.memoryUsage().rss;
  const stopped = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = await open(t, service);
      const answer = received(socket);
      socket.write(head('/v1/pdf', { ...json, 'Transfer-Encoding': 'chunked' }));
      const piece = 'x'.repeat(200_000);
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      return answer;
    }),
  );
  t.ok(process.memoryUsage().rss - before < 50 * 2_000_000);
  const statuses = stopped.map((answer) => answer.slice(9, 12));
  const refused = statuses.filter((status) => status === '429');
  const slow = statuses.filter((status) => status === '400');
  t.equal(refused.length + slow.length, 50, String(statuses));
  // Ten mebibytes for all of them, half of it for one address: 256 KiB are made room for, each.
  t.ok(slow.length >= 15 && slow.length <= 25, `${slow.length} were read`);
  t.match(
    stopped.find((answer) => answer.includes(' 400 ')),
    /did not arrive in time/,
  );
  t.match(
    stopped.find((answer) => answer.includes(' 429 ')),
    /retry-after: \d+/i,
  );
  await until(() => service.server.running === 0);
});

t.test('bodies with a key: a budget for all, and no account takes all of it', async (t) => {
  const service = await serve(t, { bodyBytes: 100_000, bodiesBytes: 400_000 });
  const [greedy, other] = [await service.account(), await service.account()];
  const begin = async (accessKey: string) => {
    const socket = await open(t, service);
    const answer = received(socket);
    socket.write(
      head('/v1/pdf', { ...json, 'X-Access-Key': accessKey, 'Content-Length': 100_000 }),
    );
    socket.write('{"html":"');
    return { socket, answer };
  };
  const held = [await begin(greedy.accessKey), await begin(greedy.accessKey)];
  await until(() => service.server.running === 2);
  const third = await begin(greedy.accessKey);
  t.match(await third.answer, /^HTTP\/1\.1 429 [^]*"code":"queue_full"/);
  const html = 'x'.repeat(90_000);
  t.equal((await other.post('/v1/pdf', { html, async: true })).status, 202, 'others are served');
  for (const { socket } of held) socket.destroy();
  await until(() => service.server.running === 0);
  for (let round = 0; round < 6; round += 1) {
    t.equal(
      (await greedy.post('/v1/pdf', { html, async: true })).status,
      202,
      'and it was given back',
    );
  }
});

t.test('what a compressed body becomes has the bound of a body', async (t) => {
  const service = await serve(t, { bodyBytes: 100_000 });
  const { accessKey } = await service.account();
  const post = async (body: Buffer<ArrayBuffer>) => {
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'x-access-key': accessKey,
    };
    const answer = await fetch(`${service.address}/v1/pdf`, { method: 'POST', headers, body });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code };
  };
  const fits = gzipSync(JSON.stringify({ html: 'x'.repeat(90_000), async: true }));
  t.match(await post(fits), { status: 202 });
  // 32 MB of nothing in 32 KB: past the bound no more of it is inflated.
  const bomb = gzipSync(Buffer.alloc(32 * 2 ** 20));
  t.ok(bomb.byteLength < 100_000);
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < 4; round += 1) {
    t.match(await post(bomb), { status: 413, code: 'payload_too_large' });
  }
  const atOnce = Array.from({ length: 30 }, () => post(bomb));
  for (const { status } of await Promise.all(atOnce)) t.ok(status === 413 || status === 429);
  const grown = process.memoryUsage().arrayBuffers - before;
  t.ok(grown < 50 * 2 ** 20, `${grown} bytes more`);
});

t.test('bodies and headers that come too slowly', async (t) => {
  const service = await serve(t, {
    receiveTimeoutMs: 1_500,
    keylessReceiveTimeoutMs: 700,
    headersTimeoutMs: 700,
  });
  const { accessKey } = await service.account();
  const drip = async (start: string) => {
    const socket = await open(t, service);
    const answer = received(socket);
    const beginMs = performance.now();
    socket.write(start);
    const timer = setInterval(() => socket.write('x'), 50);
    try {
      return { answer: await answer, ms: performance.now() - beginMs };
    } finally {
      clearInterval(timer);
    }
  };
  const length = { ...json, 'Content-Length': 10_000 };
  const [keyless, admitted, headers, nothing] = await Promise.all([
    drip(head('/v1/pdf', length)),
    drip(head('/v1/pdf', { ...length, 'X-Access-Key': accessKey })),
    drip('POST /v1/pdf HTTP/1.1\r\nX-Slow: '),
    drip(''),
  ]);
  for (const { answer } of [keyless, admitted, headers]) {
    t.match(answer, /^HTTP\/1\.1 400 [^]*did not arrive in time/);
  }
  t.ok(nothing.answer.startsWith('HTTP/1.1 400 '));
  t.ok(admitted.ms > keyless.ms, 'whoever has a key may take longer');
});

t.test('a body in very many pieces', async (t) => {
  const service = await serve(t, {});
  const { accessKey } = await service.account();
  const start = head('/v1/pdf', {
    ...json,
    'X-Access-Key': accessKey,
    'Transfer-Encoding': 'chunked',
  });
  const chunks = (body: string) => body.replace(/[^]/g, '1\r\n$&\r\n') + '0\r\n\r\n';
  const many = JSON.stringify({ html: 'x'.repeat(3_000), async: true });
  const answer = await answerTo(t, service, start + chunks(many));
  t.match(answer, /^HTTP\/1\.1 400 [^]*more than 2048 pieces of less than 64 bytes/);
  const few = JSON.stringify({ html: 'x'.repeat(1_900), async: true });
  t.match(await answerTo(t, service, start + chunks(few)), /^HTTP\/1\.1 202 /);
});

t.test('connections: so many in all, so many of one address', async (t) => {
  const service = await serve(t, { connections: 8, connectionsPerAddress: 3 });
  const isOpen = async (socket: Socket) => {
    const answered = new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
    if (!socket.writable || socket.readableEnded) return false;
    socket.write(head('/v1/devices', {}, 'GET'));
    return answered;
  };
  const from = async (address: string, count: number) => {
    const sockets: Socket[] = [];
    for (let n = 0; n < count; n += 1) sockets.push(await open(t, service, address));
    return (await Promise.all(sockets.map(isOpen))).filter(Boolean).length;
  };
  t.equal(await from('127.0.0.2', 5), 3);
  t.equal(await from('127.0.0.3', 5), 3, 'another address has its own');
  t.equal(
    await from('127.0.0.1', 5),
    2,
    'this machine has none of its own, but all have one together',
  );
});

t.test('a connection that is gone counts no more', async (t) => {
  const service = await serve(t, { connectionsPerAddress: 2 });
  for (let n = 0; n < 10; n += 1) {
    const answer = await answerTo(t, service, head('/v1/devices', json, 'GET'));
    t.match(answer, /^HTTP\/1\.1 401 /);
    await until(async () => (await connectionsOf(service)) === 0);
  }
});

function connectionsOf({ server }: Service): Promise<number> {
  return new Promise((resolve, reject) =>
    server.fastify.server.getConnections((error, count) =>
      error ? reject(error) : resolve(count),
    ),
  );
}

t.test('the log says what was closed, and that a proxy has no name', async (t) => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => void lines.push(line) });
  const service = await serve(t, { connectionsPerAddress: 1 }, { log });
  const first = await open(t, service);
  first.write(head('/v1/devices', {}, 'GET'));
  await once(first, 'data');
  for (let n = 0; n < 20; n += 1) {
    const closed = await open(t, service);
    if (!closed.destroyed) await received(closed);
  }
  const told = () => lines.filter((line) => line.includes('more than 1 connections of 127.0.0.2'));
  t.equal(told().length, 1, 'once for all of a minute');
  for (let n = 0; n < 3; n += 1) {
    await fetch(`${service.address}/v1/devices`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
  }
  t.equal(lines.filter((line) => line.includes('trust_proxy')).length, 1);
  t.notMatch(lines.join(''), '203.0.113.1', 'what nobody vouches for is not repeated');
});

t.test('behind a trusted proxy, distinguishes clients', async (t) => {
  const service = await serve(
    t,
    { connectionsPerAddress: 2, wrongKeysPerMinute: 3 },
    { trustProxy: 'loopback' },
  );
  const hanging = (client: string) =>
    open(t, service, '127.0.0.1').then((socket) => {
      socket.write(
        head('/v1/pdf', { ...json, 'X-Forwarded-For': client, 'Content-Length': 1_000 }),
      );
      return socket;
    });
  await hanging('203.0.113.1');
  await hanging('203.0.113.1');
  await until(() => service.server.running === 2);
  const ask = (client: string, key = 'wrong') =>
    fetch(`${service.address}/v1/devices`, {
      headers: { 'x-forwarded-for': client, 'x-access-key': key },
    });
  const third = await ask('203.0.113.1');
  t.equal(third.status, 429);
  t.match(await third.json(), { message: 'More than 2 requests of 203.0.113.1 are under way.' });
  t.equal((await ask('203.0.113.2')).status, 401);
  const far = await fetch(`${service.address}/health`, {
    headers: { 'x-forwarded-for': '203.0.113.3' },
  });
  t.equal(far.status, 404, 'there is no such part here, but it is answered');
});

t.test('wrong keys: an address must wait, but not a key that was valid', async (t) => {
  let now = Date.now() - (Date.now() % 60_000) + 1_000;
  const service = await serve(
    t,
    { wrongKeysPerMinute: 5 },
    { trustProxy: 'loopback', now: () => now },
  );
  const [first, second] = [await service.account(), await service.account()];
  const ask = (key: string | undefined, client = '203.0.113.1', init: RequestInit = {}) =>
    fetch(`${service.address}/v1/devices`, {
      ...init,
      headers: {
        'x-forwarded-for': client,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'x-access-key': key }),
      },
    });
  const status = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    await answer.arrayBuffer();
    return answer.status;
  };
  t.equal(await status(first.accessKey), 200);
  for (const key of ['wrong', undefined, 'AAAAAAAAAAAAAAAAAAAAAAAA'])
    t.equal(await status(key), 401);
  const post = (body: string) =>
    fetch(`${service.address}/v1/pdf`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.1', 'content-type': 'application/json' },
      body,
    });
  t.equal((await post('{"access_key":"wrong"}')).status, 401);
  t.equal((await post('{"access_key":')).status, 400, 'what cannot be read counts too');
  const refused = await ask('wrong');
  t.equal(refused.status, 429);
  t.equal(refused.headers.get('retry-after'), '59');
  t.match(await refused.json(), {
    code: 'rate_limited',
    message: /without a valid access key were sent/,
  });
  t.equal((await post('{}')).status, 429, 'before the body is read');
  t.equal(await status(second.accessKey), 429, 'a key that nobody has seen is not looked at');
  t.equal(await status(first.accessKey), 200, 'one that was valid is');
  t.equal(await status('wrong', '203.0.113.2'), 401, 'others are not meant');
  t.equal(await status('wrong', '2001:db8::1'), 401);
  now += 60_000;
  t.equal(await status(second.accessKey), 200, 'the next minute');
  for (let n = 0; n < 5; n += 1) t.equal(await status('wrong', `2001:db8::${n}`), 401);
  t.equal(await status('wrong', '2001:db8::99'), 429, 'an IPv6 network is one client');
  for (let n = 0; n < 10; n += 1)
    t.equal((await fetch(`${service.address}/v1/devices`)).status, 401);
  t.pass('this machine itself has no bound');
});

t.test('names by the thousand, in a body or in a query string', async (t) => {
  const service = await serve(t, {});
  const caller = await service.account();
  const names = (count: number) => Array.from({ length: count }, (_, place) => `n${place}`);
  const body = Object.fromEntries(names(19_900).map((name) => [name, '1']));
  const stopped = await caller.post('/v1/screenshot', body);
  t.equal(stopped.status, 400);
  const { message, details } = (await stopped.json()) as { message: string; details: unknown[] };
  t.match(message, /Reading stopped after 20 unknown names\.$/);
  t.equal(details.length, 20);
  const ask = async (count: number) =>
    (await caller.get(`/v1/screenshot?${names(count).join('&')}`)).json();
  t.match(await ask(900), { code: 'unknown_parameter', message: /Reading stopped after 20/ });
  t.match(await ask(1_001), {
    code: 'invalid_request',
    message: 'The query string has more than 1000 pairs.',
  });
});

t.test('one Host, and one that can be', async (t) => {
  const service = await serve(t, {});
  const ask = (...hosts: string[]) =>
    answerTo(
      t,
      service,
      `GET /v1/devices HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
  t.match(
    await ask('a', 'b'),
    /^HTTP\/1\.1 400 [^]*"message":"Host must be given once; got it 2 times\."/,
  );
  t.match(await ask('a', 'a'), /^HTTP\/1\.1 400 /);
  for (const host of ['a b', 'a/b', 'u@a', 'a:b', '[::1', 'a"b']) {
    t.match(await ask(host), /^HTTP\/1\.1 400 /, host);
  }
  for (const host of ['', 'a', 'a.example:80', '[::1]:80', '127.0.0.1']) {
    t.match(await ask(host), /^HTTP\/1\.1 401 /, host);
  }
  const elsewhere = await answerTo(
    t,
    service,
    'GET /nothing HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  );
  t.match(elsewhere, /^HTTP\/1\.1 400 /, 'wherever it leads');
});
