import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { until } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

const service = await createService(t, {
  server: { corsOrigins: ['https://app.example'], limits: { bodyBytes: 200_000 } },
});
const { address } = service;
const port = Number(new URL(address).port);
const caller = await service.account();
const key = `X-Access-Key: ${caller.accessKey}`;

interface Failure {
  code: string;
  message: string;
  statusCode: number;
}

async function failure(answer: Response | Promise<Response>): Promise<Failure> {
  return (await (await answer).json()) as Failure;
}

async function open(to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** The response to bytes that need not be HTTP, until the connection closes. */
async function raw(...pieces: (string | Uint8Array)[]): Promise<string> {
  const socket = await open();
  const answer = text(socket);
  for (const piece of pieces) socket.write(piece);
  return answer;
}

t.test('addresses that are none, and methods that do not fit', async (t) => {
  const near = await caller.get('/v1/screenshots');
  t.equal(near.status, 404);
  t.match(await failure(near), {
    code: 'not_found',
    message: 'Not found: /v1/screenshots. Did you mean /v1/screenshot?',
  });
  t.ok(near.headers.get('x-tintype-request-id'));
  const front = await fetch(`${address}/`);
  t.equal(front.status, 200);
  t.match(front.headers.get('content-type'), /^text\/html/);
  t.notMatch(await front.text(), 'href=', 'neither a console nor a reference here');
  t.equal((await caller.get('/v1/devices/')).status, 200, 'a slash at the end does no harm');
  t.equal((await caller.get('/v1/DEVICES')).status, 404);

  for (const [method, path, allow] of [
    ['PUT', '/v1/pdf', 'GET, HEAD, POST'],
    ['PUT', '/v1/requests/abc', 'GET, HEAD, DELETE'],
    ['POST', '/v1/files/abc.png', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/v1/tasks/1', 'GET, HEAD, PATCH, DELETE'],
  ] as const) {
    const answer = await fetch(`${address}${path}`, { method, body: null });
    t.equal(answer.status, 405, `${method} ${path}`);
    t.equal(answer.headers.get('allow'), allow);
    t.match(await failure(answer), { code: 'method_not_allowed', statusCode: 405 });
  }
  t.match(await failure(caller.get('/v1/%zz')), { code: 'invalid_request' });
  t.match(await failure(caller.get('/v1/requests/%00')), { code: 'not_found' });
  t.match(await failure(fetch(`${address}/v1/files/..%2f..%2ftintype.db`)), { code: 'not_found' });
});

t.test('bodies that cannot be read', async (t) => {
  const send = (body: string, type?: string) =>
    failure(
      caller.post(
        '/v1/screenshot',
        body,
        type === undefined ? {} : { headers: { 'content-type': type } },
      ),
    );
  t.match(await send('{"url":'), { code: 'invalid_request', message: /^The body is not JSON/ });
  t.match(await send(''), { code: 'invalid_request', message: /it is empty/ });
  t.match(await send('url=x', 'multipart/form-data'), {
    code: 'invalid_request',
    message: 'The body is not valid multipart/form-data.',
  });
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    t.match(await send('url=x', type), {
      code: 'invalid_request',
      message: `The body must be JSON, sent with content-type application/json; got ${type}.`,
    });
  }
  t.equal((await send('{}', 'application/json; charset=utf-8')).code, 'missing_parameter');
  t.match(await send('['.repeat(1000)), { message: /nested deeper than 50 levels/ });
  t.match(await send(JSON.stringify({ html: 'x'.repeat(200_000) })), {
    code: 'payload_too_large',
    message: /200000 bytes/,
  });
  const chunked = await raw(
    `POST /v1/pdf HTTP/1.1\r\nHost: a\r\n${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    `40000\r\n${'x'.repeat(0x40000)}\r\n0\r\n\r\n`,
  );
  t.match(chunked, /^HTTP\/1\.1 413 /);
  t.match(chunked, /"code":"payload_too_large"/);
  const refusedEarly = await raw(
    'POST /v1/pdf HTTP/1.1\r\nHost: a\r\nX-Access-Key: wrong\r\nContent-Type: application/json\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n',
  );
  t.match(refusedEarly, /^HTTP\/1\.1 401 /, 'without waiting for the body');
});

t.test('what is no HTTP', async (t) => {
  for (const bytes of [
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /v1/usage HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
    'POST /v1/pdf HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /v1/usage HTTP/1.1\r\n\r\n',
    'GET /v1/usage HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET /v1/nothing HTTP/1.1\r\n\r\n',
    new Uint8Array([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
  ]) {
    const answer = await raw(bytes);
    t.match(answer, /^HTTP\/1\.1 400 /, JSON.stringify(String(bytes)));
    t.match(answer, /X-Tintype-Request-Id: [0-9a-f-]{36}\r\n/);
    t.match(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)), {
      statusCode: 400,
      code: 'invalid_request',
    });
  }
  const long = await raw(`GET /v1/pdf?html=${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  t.match(long, /^HTTP\/1\.1 413 /);
  t.match(long, /URL and headers are larger than 65536 bytes; send long parameters in the body/);
});

t.test('rejects unknown expectations and proxy requests', async (t) => {
  const cases = [
    ['GET /v1/usage HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417, 'expectation_failed'],
    ['CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method_not_allowed'],
  ] as const;
  for (const [request, status, code] of cases) {
    const answer = await raw(request);
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    t.match(answer, /\r\nX-Tintype-Request-Id: [0-9a-f-]{36}\r\n/);
    t.match(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)), { statusCode: status, code });
  }
  // None of them may end the process.
  for (let at = 0; at < 20; at += 1) {
    const gone = await open();
    gone.write('CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', () => gone.resetAndDestroy());
    await once(gone, 'close');
  }
  const body = '{"html":"<p>x"}';
  const known = await raw(
    `POST /v1/scrape HTTP/1.1\r\nHost: a\r\n${key}\r\nExpect: 100-Continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    body,
  );
  t.match(known, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
});

t.test('long URLs within the limit, with any content', async (t) => {
  const html = `${'ü'.repeat(5_000)}<title>ok</title>`;
  const small = { viewport_width: 200, viewport_height: 100 };
  const answer = await caller.ask('/v1/screenshot', { html, metadata_title: true, ...small });
  t.equal(answer.headers.get('x-tintype-metadata-title'), 'ok');
  await answer.arrayBuffer();
  const odd = await raw(
    `GET /v1/screenshot?html=%00%ff%&x_=%0d%0aSet-Cookie:a&attachment_name=%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: a\r\n${key}\r\nConnection: close\r\n\r\n`,
  );
  t.match(odd, /^HTTP\/1\.1 400 /);
  t.notMatch(odd, /^set-cookie/im);
});

t.test('pages of other origins', async (t) => {
  const ask = (origin: string, init: RequestInit = {}) =>
    fetch(`${address}/v1/devices`, { ...init, headers: { origin, ...init.headers } });
  const preflight = await ask('https://app.example', {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-access-key,content-type',
    },
  });
  t.equal(preflight.status, 204);
  t.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example');
  t.match(preflight.headers.get('access-control-allow-headers'), /X-Access-Key/i);
  const answer = await ask('https://app.example');
  t.equal(answer.status, 401);
  t.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example');
  t.match(answer.headers.get('access-control-expose-headers'), /X-Tintype-Request-Id/);
  const other = await ask('https://evil.example');
  t.equal(other.headers.get('access-control-allow-origin'), null);
});

t.test('draining: what runs ends, what is new is sent away', async (t) => {
  const draining = await createService(t);
  const account = await draining.account();
  const idle = await open(Number(new URL(draining.address).port));
  const idleEnds = once(idle, 'close');
  idle.write('GET /v1/usage HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(idle, 'data');
  let answerPage = () => {};
  const slow = draining.pages.route('/slow', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    answerPage = () => response.end('<title>slow</title>');
  });
  const running = account.ask('/v1/screenshot', { url: slow, metadata_title: true });
  await until(() => draining.pages.requests('/slow').length === 1);
  t.notOk(draining.server.draining);
  const closed = draining.server.close();
  t.ok(draining.server.draining);
  idle.write('GET /v1/usage HTTP/1.1\r\nHost: a\r\n\r\n');
  const [last] = (await once(idle, 'data')) as [Buffer];
  t.match(String(last), /^HTTP\/1\.1 503 [^]*\r\nconnection: close\r\n/i, 'an idle connection');
  await idleEnds;
  const refused = await account.get('/v1/devices');
  t.equal(refused.status, 503);
  t.match(await failure(refused), { code: 'shutting_down' });
  t.ok(Number(refused.headers.get('retry-after')) > 0);
  t.equal(refused.headers.get('connection'), 'close');
  answerPage();
  const answer = await running;
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('x-tintype-metadata-title'), 'slow');
  await answer.arrayBuffer();
  await closed;
  await t.rejects(account.get('/v1/devices'), 'the port is closed');
  t.equal(await account.used(), 1);
});

t.test('draining is bounded', async (t) => {
  const draining = await createService(t, { server: { drainTimeoutMs: 200 } });
  const account = await draining.account();
  const url = draining.pages.hang('/hang');
  const running = account.ask('/v1/screenshot', { url });
  await until(() => draining.pages.requests('/hang').length === 1);
  const closed = draining.server.close();
  const answer = await running;
  t.equal(answer.status, 503);
  t.match(await failure(answer), { code: 'shutting_down' });
  await closed;
  t.equal(await account.used(), 0);
});

t.test('a client that reads nothing holds nothing for long', async (t) => {
  const strict = await createService(t, { server: { limits: { sendTimeoutMs: 500 } } });
  const { accessKey } = await strict.account();
  const text = 'x'.repeat(12_000_000);
  const url = strict.pages.page(
    '/long',
    `<!doctype html><script type="text/plain">${text}</script>`,
  );
  const socket = await open(Number(new URL(strict.address).port));
  socket.pause();
  socket.write(
    `GET /v1/scrape?${new URLSearchParams({ url })} HTTP/1.1\r\nHost: a\r\nX-Access-Key: ${accessKey}\r\n\r\n`,
  );
  await until(() => strict.executions.length === 1);
  t.match(strict.executions[0], { outcome: 'succeeded' });
  await until(() => strict.server.running === 0);
  const got = await buffer(socket.resume());
  const head = got.toString('latin1', 0, 4_000);
  t.match(head, /^HTTP\/1\.1 200 /);
  const length = Number(/content-length: ([0-9]+)/i.exec(head)?.[1]);
  t.ok(length > 10_000_000, `${length} bytes were to come`);
  t.ok(got.byteLength < length, `${got.byteLength} did`);
});
