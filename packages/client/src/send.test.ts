import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import {
  answeringServer,
  failure,
  json,
  rendering,
  type Answer,
} from './fixtures/answering-server.ts';
import { createClient, type ClientOptions } from './index.ts';

const accessKey = 'ak_very_secret';
const page = { url: 'https://example.com/?token=hidden' };

async function clientOf(
  t: { teardown(close: () => unknown): void },
  answers: Answer[],
  options: Partial<ClientOptions> = {},
) {
  const server = await answeringServer(...answers);
  t.teardown(() => server.close());
  return { server, client: createClient({ baseUrl: server.baseUrl, accessKey, ...options }) };
}

const cutOff: Answer = (response) => void response.socket?.destroy();
const cutInBody: Answer = (response) => {
  response.writeHead(200, {
    'content-type': 'image/png',
    'content-length': '1000',
    'X-Tintype-Request-Id': 'x',
  });
  response.write('half', () => void response.socket?.destroy());
};

t.test('retries a busy service after Retry-After', async (t) => {
  for (const [status, code] of [
    [429, 'rate_limited'],
    [429, 'queue_full'],
    [503, 'shutting_down'],
    [503, 'browser_lost'],
  ] as const) {
    const { server, client } = await clientOf(t, [
      failure(status, code, { 'Retry-After': '0' }),
      failure(status, code),
      rendering('x'),
    ]);
    t.equal((await client.screenshot(page)).body.length, 1, code);
    t.equal(server.received.length, 3);
    t.equal(new Set(server.received.map(({ body }) => body)).size, 1, 'the same each time');
  }
});

t.test('waits for Retry-After', async (t) => {
  const { server, client } = await clientOf(t, [
    failure(429, 'rate_limited', { 'Retry-After': '1' }),
    json(200, { devices: [] }),
  ]);
  const begin = performance.now();
  t.same(await client.devices(), []);
  t.ok(performance.now() - begin >= 990, 'not earlier than asked for');
  t.equal(server.received.length, 2);
});

t.test('limits retries', async (t) => {
  const refusals = failure(429, 'rate_limited', { 'Retry-After': '0' });
  for (const retries of [0, 1, 2]) {
    const { server, client } = await clientOf(t, [refusals], { retries });
    await t.rejects(client.screenshot(page), {
      code: 'rate_limited',
      statusCode: 429,
      retryAfterS: 0,
      retryable: true,
    });
    t.equal(server.received.length, retries + 1);
  }
});

t.test('does not wait longer than a minute', async (t) => {
  const { server, client } = await clientOf(t, [
    failure(503, 'shutting_down', { 'Retry-After': '3600' }),
  ]);
  await t.rejects(client.usage(), { code: 'shutting_down', retryAfterS: 3600 });
  t.equal(server.received.length, 1);
});

t.test('does not retry permanent errors', async (t) => {
  for (const [status, code] of [
    [400, 'invalid_parameter'],
    [401, 'unauthorized'],
    [422, 'dns_failed'],
    [423, 'quota_exceeded'],
    [500, 'internal'],
    [504, 'timeout'],
  ] as const) {
    const { server, client } = await clientOf(t, [failure(status, code), rendering('x')]);
    await t.rejects(client.screenshot(page), { code, statusCode: status });
    t.equal(server.received.length, 1, code);
  }
});

t.test('retries a broken connection of repeatable calls', async (t) => {
  for (const broken of [cutOff, cutInBody]) {
    const { server, client } = await clientOf(t, [broken, rendering('x')]);
    t.equal((await client.screenshot(page)).body.length, 1);
    t.equal(server.received.length, 2);
  }
  const { server, client } = await clientOf(t, [cutOff, rendering('x')]);
  const error: unknown = await client.tasks.remove(1).catch((thrown: unknown) => thrown);
  t.match(error, { code: 'no_answer', retryable: true });
  t.equal(server.received.length, 1);
});

t.test('retries creations with the same key', async (t) => {
  const keys = new Set<unknown>();
  for (const call of ['render', 'start', 'webhook', 'create'] as const) {
    const { server, client } = await clientOf(t, [
      cutOff,
      failure(409, 'idempotency_in_progress', { 'Retry-After': '0' }),
      failure(409, 'idempotency_in_progress', { 'Retry-After': '0' }),
      failure(409, 'idempotency_in_progress', { 'Retry-After': '0' }),
      call === 'render' || call === 'webhook' ? rendering('x') : json(202, { id: 'a' }),
    ]);
    const calls: Record<typeof call, () => Promise<unknown>> = {
      render: () => client.screenshot(page),
      start: () => client.requests.start('pdf', page),
      webhook: () => client.pdf({ ...page, webhook_url: 'https://example.com' }),
      create: () =>
        client.tasks.create({ name: 'a', api: 'pdf', query: page, frequency: 'every_day' }),
    };
    await calls[call]();
    t.equal(server.received.length, 5, `${call}: while it is under way, it is waited for`);
    const used = new Set(server.received.map(({ headers }) => headers['idempotency-key']));
    t.equal(used.size, 1, call);
    t.match([...used][0], /^[0-9a-f]{32}$/);
    for (const key of used) keys.add(key);
  }
  t.equal(keys.size, 4, 'each call has its own');
  const { server, client } = await clientOf(t, [rendering('x'), json(200, {})]);
  await client.screenshot(page, { idempotencyKey: 'order-17' });
  await client.usage();
  t.same(
    server.received.map(({ headers }) => headers['idempotency-key']),
    ['order-17', undefined],
  );
});

t.test('retries deletions only if they had not started', async (t) => {
  const notStarted = await clientOf(t, [
    failure(429, 'rate_limited', { 'Retry-After': '0' }),
    json(204, undefined),
  ]);
  t.equal(await notStarted.client.tasks.remove(1), undefined);
  for (const answer of [
    failure(503, 'browser_lost'),
    ((response) => void response.writeHead(503).end('busy')) satisfies Answer,
  ]) {
    const started = await clientOf(t, [answer, rendering('x')]);
    const call = started.client.tasks.remove(1);
    t.match(await call.catch((thrown: unknown) => thrown), { statusCode: 503 });
    t.equal(started.server.received.length, 1);
  }
});

t.test('reports an unreachable service', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, accessKey, retries: 0 });
  await t.rejects(client.screenshot(page), {
    name: 'TintypeError',
    code: 'no_answer',
    message: new RegExp(`^POST http://127.0.0.1:${port}/v1/screenshot failed: .*ECONNREFUSED`),
    cause: Error,
  });
});

t.test('no message contains a key or a query', async (t) => {
  const { client } = await clientOf(t, [cutOff], {
    secretKey: 'sk_very_secret',
    signRequests: true,
    retries: 0,
  });
  const error = await client.screenshot(page).catch((thrown: Error) => thrown);
  t.match(error, { code: 'no_answer' });
  t.notMatch(String((error as Error).message), /very_secret|hidden|signature/);
});

t.test('limits the time of a call', async (t) => {
  const hangs: Answer = () => {};
  const hangsInBody: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'X-Tintype-Request-Id': 'x' });
    response.write('half');
  };
  const asksForPatience = failure(429, 'queue_full', { 'Retry-After': '30' });
  for (const answer of [hangs, hangsInBody]) {
    const { client } = await clientOf(t, [answer], { timeoutMs: 200 });
    await t.rejects(client.screenshot(page), {
      code: 'client_timeout',
      message: /did not end within 200 ms \(timeoutMs\)/,
      retryable: true,
    });
  }
  const { client } = await clientOf(t, [asksForPatience], { timeoutMs: 200 });
  await t.rejects(client.screenshot(page), { code: 'queue_full' }, 'what the service said last');
});

t.test('aborts a call before, during and between attempts', async (t) => {
  const reason = new Error('not needed any more');
  const { server, client } = await clientOf(t, [
    failure(429, 'queue_full', { 'Retry-After': '30' }),
  ]);
  const ended = AbortSignal.abort(reason);
  await t.rejects(client.screenshot(page, { signal: ended }), reason);
  t.equal(server.received.length, 0);
  const controller = new AbortController();
  const between = client.screenshot(page, { signal: controller.signal });
  await until(() => server.received.length !== 0);
  await new Promise((done) => setTimeout(done, 50));
  controller.abort(reason);
  await t.rejects(between, reason);
  const hanging = await clientOf(t, [() => controller2.abort(reason)]);
  const controller2 = new AbortController();
  await t.rejects(hanging.client.screenshot(page, { signal: controller2.signal }), reason);
});

t.test('reports a redirect and does not follow it', async (t) => {
  const other = await clientOf(t, [rendering('x')]);
  const { client } = await clientOf(t, [
    (response) =>
      void response.writeHead(301, { location: `${other.server.baseUrl}/v1/screenshot` }).end(),
  ]);
  await t.rejects(client.screenshot(page), { code: 'bad_answer', message: /redirect.*baseUrl/ });
  t.equal(other.server.received.length, 0, 'the access key went nowhere else');
});

t.test('reports the error of a proxy', async (t) => {
  const { client } = await clientOf(
    t,
    [(response) => void response.writeHead(502).end('<h1>Bad Gateway</h1>')],
    { retries: 0 },
  );
  await t.rejects(client.usage(), {
    code: 'bad_answer',
    statusCode: 502,
    message: /answered 502 Bad Gateway, without an error of Tintype/,
    retryable: true,
  });
});

t.test('uses a given fetch', async (t) => {
  const { client } = await clientOf(t, [], {
    fetch: async (input, init) =>
      Response.json({ devices: [{ id: `${String(input).split('/').pop()} ${init?.method}` }] }),
  });
  t.match(await client.devices(), [{ id: 'devices GET' }]);
});
