import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { createResponseClass, titleCase } from './title-case-response.ts';

t.test('names', async (t) => {
  t.same(['content-type', 'ETAG', 'x-ratelimit-limit', 'Www-authenticate', 'vary'].map(titleCase), [
    'Content-Type',
    'ETag',
    'X-Ratelimit-Limit',
    'WWW-Authenticate',
    'Vary',
  ]);
});

async function headOf(t: Test, listener: RequestListener, prefix?: string): Promise<string> {
  const server = createServer({ ServerResponse: createResponseClass(prefix) }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return (await text(socket)).split('\r\n\r\n', 1)[0] ?? '';
}

t.test('converts names however they are set', async (t) => {
  const head = await headOf(t, (_request, response) => {
    response.setHeader('x-set-first', 'a');
    response.writeHead(200, { 'x-written': 'b', etag: '"c"', 'set-cookie': ['d', 'e'] });
    response.end();
  });
  for (const line of [
    'X-Set-First: a',
    'X-Written: b',
    'ETag: "c"',
    'Set-Cookie: d',
    'Set-Cookie: e',
  ]) {
    t.ok(head.split('\r\n').includes(line), line);
  }
  const implicit = await headOf(t, (_request, response) => {
    response.setHeader('x-set-first', 'a').end('body');
  });
  t.match(implicit, /\r\nX-Set-First: a\r\n/);
  const message = await headOf(t, (_request, response) => {
    response.writeHead(204, 'Nothing', { 'x-written': 'b' }).end();
  });
  t.match(message, /^HTTP\/1\.1 204 Nothing\r\nX-Written: b\r\n/);
});

t.test("own headers have the operator's prefix", async (t) => {
  const listener: RequestListener = (_request, response) => {
    response.setHeader('x-tintype-request-id', '1');
    response.writeHead(200, { 'X-Tintype-Cache': 'HIT', 'x-tintypes': 'other' });
    response.end();
  };
  const named = (await headOf(t, listener, 'X-Screenshot-API')).split('\r\n');
  for (const line of [
    'Tintype-Header-Prefix: X-Screenshot-API',
    'X-Screenshot-API-Request-Id: 1',
    'X-Screenshot-API-Cache: HIT',
    'X-Tintypes: other',
  ]) {
    t.ok(named.includes(line), line);
  }
  t.notMatch(named.join(), 'X-Tintype-');
  const usual = await headOf(t, listener);
  t.match(usual, 'X-Tintype-Request-Id: 1');
  t.notMatch(usual, 'Tintype-Header-Prefix');
});
