import t from 'tap';
import { answeringServer, failure, json, type Answer } from './fixtures/answering-server.ts';
import { createClient } from './index.ts';

const id = '019a0000-0000-7000-8000-000000000002';
const created = 1_700_000_000;
const queued = { id, status: 'queued', api: 'screenshot', created };
const processing = { ...queued, status: 'processing', started: created + 1 };
const succeeded = (file: string) => ({
  ...processing,
  status: 'succeeded',
  finished: created + 2,
  file,
  expires: created + 604_800,
});

async function clientOf(t: { teardown(close: () => unknown): void }, ...answers: Answer[]) {
  const server = await answeringServer(...answers);
  t.teardown(() => server.close());
  return { server, client: createClient({ baseUrl: server.baseUrl, accessKey: 'ak_1' }) };
}

t.test('starts, waits for and loads a request', async (t) => {
  const queued = { id, status: 'queued', created, status_url: 'https://example.com' };
  const { server, client } = await clientOf(
    t,
    json(202, queued),
    json(200, queued),
    failure(503, 'shutting_down', { 'Retry-After': '0' }),
    json(200, processing),
    (response, seen) => json(200, succeeded(`${server.baseUrl}/v1/files/ab.png`))(response, seen),
    (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('bytes'),
  );
  const started = await client.requests.start('screenshot', { url: 'https://example.com' });
  t.same(started, queued);
  const done = await client.requests.wait(started.id, { intervalMs: 100 });
  t.match(done, { status: 'succeeded', finished: created + 2 });
  const { body, mediaType } = await client.requests.file(done);
  t.equal(new TextDecoder().decode(body), 'bytes');
  t.equal(mediaType, 'image/png');
  t.same(JSON.parse(server.received[0]?.body ?? ''), { url: 'https://example.com', async: true });
  t.equal(server.received[1]?.url, `/v1/requests/${id}`);
  t.same(
    server.received.map(({ headers }) => headers['x-access-key']),
    ['ak_1', 'ak_1', 'ak_1', 'ak_1', 'ak_1', undefined],
    'a file is its own key',
  );
});

t.test('lists pages up to the limit', async (t) => {
  const page =
    (name: string, states: object[], cursor?: string): Answer =>
    (response) => {
      const link =
        cursor === undefined ? undefined : `<https://x.example/?cursor=${cursor}>; rel="next"`;
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(link === undefined ? {} : { link }),
      });
      response.end(JSON.stringify({ [name]: states }));
    };
  const { server, client } = await clientOf(
    t,
    page('requests', [queued, queued], 'abc'),
    page('requests', [processing]),
    page('requests', [queued], 'def'),
    page('runs', [queued]),
  );
  t.same(await client.requests.list({ status: 'queued', limit: 5 }), [queued, queued, processing]);
  t.same(await client.requests.list({ api: 'pdf', task: 7, limit: 1 }), [queued], 'no more');
  t.same(await client.tasks.runs(7), [queued]);
  t.same(
    server.received.map(({ url }) => url),
    [
      '/v1/requests?limit=5&status=queued',
      '/v1/requests?limit=3&status=queued&cursor=abc',
      '/v1/requests?limit=1&api=pdf&task=7',
      '/v1/tasks/7/runs?limit=100',
    ],
  );
  await t.rejects(client.requests.list({ limit: 0 }));
});

t.test('rejects with the error of a failed render', async (t) => {
  const error = { statusCode: 504, error: 'Gateway Timeout', message: 'Late.', code: 'timeout' };
  const { client } = await clientOf(t, json(200, { ...processing, status: 'failed', error }));
  await t.rejects(client.requests.wait(id), {
    name: 'TintypeError',
    code: 'timeout',
    message: 'Late.',
    statusCode: 504,
    requestId: id,
    retryable: true,
  });
  t.match(await client.requests.get(id), { status: 'failed', error });
  const silent = await clientOf(t, json(200, { ...processing, status: 'failed' }));
  await t.rejects(silent.client.requests.wait(id), { code: 'bad_answer', requestId: id });
});

t.test('rejects an unknown id and an expired file', async (t) => {
  const { server, client } = await clientOf(t, failure(404, 'not_found'));
  await t.rejects(client.requests.wait(id), { code: 'not_found' });
  await t.rejects(client.requests.file({ file: `${server.baseUrl}/v1/files/a.png` }), {
    code: 'not_found',
    statusCode: 404,
  });
});

t.test('waiting has a limit and can be aborted', async (t) => {
  const { client } = await clientOf(t, json(200, processing));
  await t.rejects(client.requests.wait(id, { timeoutMs: 250, intervalMs: 100 }), {
    code: 'client_timeout',
    message: /had not ended after 250 ms \(timeoutMs of wait\)\. It goes on\.$/,
    requestId: id,
    retryable: true,
  });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 50);
  await t.rejects(client.requests.wait(id, { signal: controller.signal }), /enough/);
  await t.rejects(client.requests.wait(id, { intervalMs: 1 }), {
    name: 'TypeError',
    message: 'intervalMs must be an integer from 100 to 60000; got 1.',
  });
  await t.rejects(
    client.requests.wait(id, { timeoutMs: 0 }),
    /^timeoutMs must be an integer from 1 to 86400000/,
  );
});
