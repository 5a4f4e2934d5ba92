import t from 'tap';
import { verifyLink } from '@tintype/contract/signing';
import { fromStrings } from '@tintype/contract';
import { contentDisposition, metadataHeaders, serverTiming } from '@tintype/contract/headers';
import {
  answeringServer,
  json,
  rendering,
  requestId,
  type Answer,
} from './fixtures/answering-server.ts';
import { createClient, TintypeError, type ClientOptions } from './index.ts';

const [accessKey, secretKey] = ['ak_1', 'sk_1'];

async function clientOf(t: Tap, answers: Answer[], options: Partial<ClientOptions> = {}) {
  const server = await answeringServer(...answers);
  t.teardown(() => server.close());
  const client = createClient({ baseUrl: server.baseUrl, accessKey, ...options });
  return { server, client };
}
type Tap = { teardown(close: () => unknown): void };

t.test("reads headers with the operator's prefix", async (t) => {
  const named: Answer = (response) => {
    response.writeHead(200, {
      'content-type': 'image/jpeg',
      'Tintype-Header-Prefix': 'X-Acme',
      'X-Acme-Request-Id': requestId,
      'X-Acme-Cache': 'HIT',
      'X-Acme-Metadata-Status': '404',
    });
    response.end('image');
  };
  const { client } = await clientOf(t, [named]);
  const answer = await client.screenshot({ url: 'https://example.com/' });
  t.match(answer, { requestId, cache: 'HIT', metadata: { status: 404 } });
  t.equal(Buffer.from(answer.body).toString(), 'image');
});

t.test('a result has the values of all headers', async (t) => {
  const metadata = {
    title: 'Größe 日本',
    status: 200,
    fonts: ['Noto Sans', '游ゴシック'],
    headers: { server: 'ü' },
    imageSize: { width: 640, height: 360 },
  };
  const wanted = {
    metadata_title: true,
    metadata_status: true,
    metadata_fonts: true,
    metadata_headers: true,
    metadata_image_size: true,
  };
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
  const { server, client } = await clientOf(t, [
    rendering(bytes, {
      ...metadataHeaders(metadata, wanted),
      'Server-Timing': serverTiming([{ stage: 'queue', durationMs: 1.5 }]),
      'Content-Disposition': contentDisposition('größe', 'jpeg'),
      'X-Tintype-Cache': 'HIT',
      'X-Tintype-Ignored': 'duration, pdf_scale',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': '30',
    }),
  ]);
  const parameters = {
    url: 'https://example.com/ü',
    full_page: true,
    hide_selectors: ['.a', ':is(b, c)'],
  };
  const answer = await client.screenshot(parameters);
  t.ok(Buffer.from(answer.body).equals(bytes), 'the same bytes');
  const { body: _, ...rest } = answer;
  t.same(rest, {
    mediaType: 'image/jpeg',
    fileName: 'größe.jpeg',
    metadata,
    requestId,
    cache: 'HIT',
    timings: [{ stage: 'queue', durationMs: 1.5 }],
    rateLimit: { limit: 60, remaining: 59, resetSeconds: 30 },
    ignored: ['duration', 'pdf_scale'],
  });
  const [sent] = server.received;
  t.match(sent, {
    method: 'POST',
    url: '/v1/screenshot',
    headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
  });
  t.same(JSON.parse(sent?.body ?? ''), parameters);
});

t.test('reads a response with the minimum of headers', async (t) => {
  const { client } = await clientOf(t, [rendering('x')]);
  const answer = await client.pdf({ html: '<p>' });
  t.same(answer, {
    body: Uint8Array.of(120),
    mediaType: 'image/jpeg',
    metadata: {},
    requestId,
    timings: [],
    ignored: [],
  });
});

t.test('each kind has its path, and text is decoded', async (t) => {
  const { server, client } = await clientOf(t, [rendering('größe')]);
  await client.screencast({ url: 'https://example.com', duration: 1 });
  await client.pdf({ url: 'https://example.com' });
  t.equal((await client.scrape({ url: 'https://example.com', format: 'md' })).text, 'größe');
  t.same(
    server.received.map(({ url }) => url),
    ['/v1/screencast', '/v1/pdf', '/v1/scrape'],
  );
});

t.test('a stream returns its first bytes before the last arrive', async (t) => {
  let finish = () => {};
  const { client } = await clientOf(t, [
    (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'X-Tintype-Request-Id': requestId });
      response.write('first');
      finish = () => void response.end(' last');
    },
  ]);
  const { body, mediaType } = await client.stream('screencast', { url: 'https://example.com' });
  t.equal(mediaType, 'video/mp4');
  const reader = body.getReader();
  t.equal(new TextDecoder().decode((await reader.read()).value), 'first');
  finish();
  t.equal(new TextDecoder().decode((await reader.read()).value), ' last');
  t.ok((await reader.read()).done);
});

t.test('signed URLs verify, and contain the parameters', async (t) => {
  const client = createClient({ baseUrl: 'https://example.com/render/', accessKey, secretKey });
  const parameters = {
    url: 'https://example.com/?a=1&b=ü +%',
    hide_selectors: [':is(.a, .b)', '[href="x"]'],
    cookies: ['a=1', 'b=2'],
    delay: 0.5,
    full_page: true,
  };
  const address = client.signedUrl('screenshot', parameters);
  t.ok(address.startsWith('https://example.com/render/v1/screenshot?access_key=ak_1&url='));
  const query = new URL(address).search.slice(1);
  const check = (changed: string) =>
    verifyLink({ method: 'GET', path: '/v1/screenshot', query: changed }, secretKey, Date.now());
  t.equal(check(query), 'valid');
  t.equal(check(query.replace('full_page=true', 'full_page=1')), 'invalid');
  const expires = new Date('2026-11-22T00:00:00.900Z');
  t.match(client.signedUrl('pdf', { html: 'x' }, { expires }), /&expires=1795305600&signature=/);
  t.match(client.signedUrl('pdf', { html: 'x' }, { expires: 7 }), /&expires=7&signature=/);
  const publishableKey = 'pk_AAAAAAAAAAAAAAAAAAAAA';
  const options = { baseUrl: 'https://example.com', accessKey, secretKey, publishableKey };
  t.match(createClient(options).signedUrl('pdf', { html: 'x' }), /\?access_key=pk_A+&html=x&/);
  t.throws(() => createClient({ ...options, publishableKey: accessKey }), /begins with pk_/);
  const {
    signature: _signature,
    signature_version: version,
    ...read
  } = fromStrings('screenshot', new URLSearchParams(query));
  t.equal(version, '2');
  t.same(read, { access_key: accessKey, ...parameters });
  t.throws(
    () => createClient({ baseUrl: 'https://e.com', accessKey }).signedUrl('pdf', { html: 'x' }),
    { name: 'TypeError', message: /needs secretKey/ },
  );
  t.throws(() => client.signedUrl('pdf', { html: '' }), /html cannot be written in a query string/);
});

t.test('signRequests sends signed GETs', async (t) => {
  const { server, client } = await clientOf(t, [rendering('x'), json(202, { id: 'x' })], {
    secretKey,
    signRequests: true,
  });
  await client.screenshot({ url: 'https://example.com/?a=1', format: 'png' });
  await client.requests.start('pdf', { url: 'https://example.com' });
  for (const { method, url, body, headers } of server.received) {
    t.equal(method, 'GET');
    t.equal(body, '');
    const [path = '', query = ''] = url.split('?');
    t.equal(verifyLink({ method, path, query }, secretKey, Date.now()), 'valid');
    t.equal(headers['x-access-key'], accessKey);
    t.notMatch(url, 'access_key');
  }
  t.match(server.received[1]?.url, /^\/v1\/pdf\?url=.*&async=true&signature_version=2&signature=/);
});

t.test('lists all pages', async (t) => {
  const link = '<https://other.example/v1/tasks?limit=1000&cursor=a-b_1>; rel="next"';
  const { server, client } = await clientOf(t, [
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', link })
        .end(JSON.stringify({ tasks: [{ id: 1 }, { id: 2 }] })),
    json(200, { tasks: [{ id: 3 }] }),
  ]);
  t.same(await client.tasks.list(), [{ id: 1 }, { id: 2 }, { id: 3 }]);
  t.same(
    server.received.map(({ url }) => url),
    ['/v1/tasks?limit=1000', '/v1/tasks?limit=1000&cursor=a-b_1'],
  );
});

t.test('reads usage, devices and tasks', async (t) => {
  const usage = {
    hits: { quota: 1, used: 0, remaining: 1 },
    concurrency: { limit: 1, remaining: 1, reset: 1 },
  };
  const task = { id: 12, name: 'a' };
  const { server, client } = await clientOf(t, [
    json(200, usage),
    json(200, { devices: [{ id: 'iphone_15' }] }),
    json(201, task),
    json(200, { tasks: [task] }),
    json(200, task),
    json(200, task),
    (response) => void response.writeHead(204).end(),
  ]);
  t.same(await client.usage(), usage);
  t.match(await client.devices(), [{ id: 'iphone_15' }]);
  const made = await client.tasks.create({
    name: 'a',
    api: 'screenshot',
    query: { url: 'https://example.com/?a=1', wait_until: ['load', 'networkidle2'] },
    frequency: 'custom',
    crontab: '0 6 * * 1-5',
  });
  t.same(made, task);
  t.same(await client.tasks.list(), [task]);
  t.same(await client.tasks.get(12), task);
  t.same(await client.tasks.update(12, { enabled: false }), task);
  t.equal(await client.tasks.remove(12), undefined);
  t.same(
    server.received.map(({ method, url }) => `${method} ${url}`),
    [
      'GET /v1/usage',
      'GET /v1/devices',
      'POST /v1/tasks',
      'GET /v1/tasks?limit=1000',
      'GET /v1/tasks/12',
      'PATCH /v1/tasks/12',
      'DELETE /v1/tasks/12',
    ],
  );
  t.same(JSON.parse(server.received[2]?.body ?? ''), {
    name: 'a',
    api: 'screenshot',
    query: 'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1&wait_until=load&wait_until=networkidle2',
    frequency: 'custom',
    crontab: '0 6 * * 1-5',
  });
  t.same(JSON.parse(server.received[5]?.body ?? ''), { enabled: false });
});

t.test('rejects a response of another server', async (t) => {
  const html: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  };
  const { client } = await clientOf(t, [html]);
  const bad = { name: 'TintypeError', code: 'bad_answer' };
  await t.rejects(client.screenshot({ html: 'x' }), {
    ...bad,
    message: /no rendering: status 200, text\/html, no X-Tintype-Request-Id\. Check baseUrl/,
  });
  await t.rejects(client.usage(), { ...bad, message: /no JSON object/ });
});

t.test('rejects invalid options', async (t) => {
  const good = { baseUrl: 'https://example.com', accessKey };
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ baseUrl: undefined }, /^baseUrl must be an absolute http or https URL.*; got undefined\.$/],
    [{ baseUrl: '/v1' }, /^baseUrl .*got "\/v1"\.$/],
    [{ baseUrl: 'ftp://example.com' }, /^baseUrl .*got "ftp:\/\/example\.com"\.$/],
    [{ baseUrl: 'https://example.com?x=1' }, /^baseUrl /],
    [{ baseUrl: 'https://u:pw@example.com' }, /^baseUrl .*not shown.*: it has credentials\.$/],
    [{ accessKey: '' }, /^accessKey must/],
    [{ accessKey: 'a\r\nb' }, /^accessKey must .*not shown/],
    [{ secretKey: '' }, /^secretKey must .*not shown/],
    [{ signRequests: true }, /^signRequests needs secretKey/],
    [{ retries: -1 }, /^retries must be an integer from 0 to 10; got -1\.$/],
    [{ retries: 1.5 }, /^retries/],
    [{ timeoutMs: 0 }, /^timeoutMs must be an integer from 1 to 7200000; got 0\.$/],
    [{ timeoutMs: '5' }, /^timeoutMs/],
  ];
  for (const [wrong, message] of cases) {
    t.throws(() => createClient({ ...good, ...wrong }), {
      name: 'TypeError',
      message,
    });
  }
});

t.test('rejects invalid calls without a request', async (t) => {
  const { server, client } = await clientOf(t, [rendering('x')]);
  const loose = client as unknown as Record<string, (given: unknown) => Promise<unknown>>;
  const cases: [unknown, RegExp][] = [
    [undefined, /must be an object/],
    ['https://example.com', /must be an object/],
    [{ url: 'x', async: true }, /^async is no parameter here\. Use client\.requests\.start\.$/],
    [{ url: 'x', kind: 'pdf' }, /^kind is no parameter here/],
    [{ url: 'x', access_key: 'a' }, /^access_key is no parameter here/],
    [{ url: 'x', signature: 'a' }, /^signature is no parameter here/],
  ];
  for (const [given, message] of cases) {
    await t.rejects(loose['screenshot']?.(given) as Promise<unknown>, {
      name: 'TypeError',
      message,
    });
  }
  for (const id of ['', '../usage', 'a/b', 'a?b', '%2e']) {
    await t.rejects(client.requests.get(id), { name: 'TypeError', message: /^id must be an id/ });
  }
  for (const file of ['/v1/usage', 'file:///etc/passwd', '', 'data:,x']) {
    await t.rejects(client.requests.file({ file }), {
      name: 'TypeError',
      message: /^file must be/,
    });
  }
  t.equal(server.received.length, 0);
});

t.test('errors have all fields of the response', async (t) => {
  const details = [{ parameter: 'url', message: 'url must be an absolute URL.' }];
  const { client } = await clientOf(t, [
    json(400, {
      statusCode: 400,
      error: 'Bad Request',
      message: 'Wrong.',
      code: 'invalid_parameter',
      details,
    }),
    json(504, { statusCode: 504, error: 'Gateway Timeout', message: 'Late.', code: 'timeout' }),
    json(418, { statusCode: 418, error: 'New', message: 'From the future.', code: 'teapot' }),
  ]);
  const error = await client.screenshot({ url: 'x' }).catch((thrown: unknown) => thrown);
  t.ok(error instanceof TintypeError && error instanceof Error);
  t.match(error, {
    name: 'TintypeError',
    code: 'invalid_parameter',
    message: 'Wrong.',
    statusCode: 400,
    details,
    requestId,
    retryable: false,
  });
  await t.rejects(client.screenshot({ url: 'x' }), { code: 'timeout', retryable: true });
  await t.rejects(client.screenshot({ url: 'x' }), { code: 'teapot', retryable: false });
});
