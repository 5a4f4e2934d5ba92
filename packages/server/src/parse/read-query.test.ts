import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { plainTarget, baseUrlOf } from './read-query.ts';

t.test('collapses slashes outside of the query string', async (t) => {
  for (const [target, plain] of [
    ['/v1/pdf', '/v1/pdf'],
    ['//v1/pdf?url=http://a//b', '/v1/pdf?url=http://a//b'],
    ['/v1//pdf/', '/v1/pdf/'],
    ['///', '/'],
    ['/v1/files/%2f%2fx', '/v1/files/%2f%2fx'],
  ] as const) {
    t.equal(plainTarget(target), plain, target);
  }
});

t.test('removes scheme and host', async (t) => {
  for (const [target, plain] of [
    ['http://shots.example/v1/pdf?a=b', '/v1/pdf?a=b'],
    ['HTTPS://shots.example:8080//v1/pdf', '/v1/pdf'],
    ['http://shots.example', '/'],
    ['http://shots.example?a', '/?a'],
    ['*', '/*'],
    ['/http://shots.example/v1', '/http:/shots.example/v1'],
    ['//shots.example/v1', '/shots.example/v1'],
  ] as const) {
    t.equal(plainTarget(target), plain, target);
  }
});

const request = (host: string | undefined) =>
  ({
    protocol: 'http',
    host,
    socket: { localAddress: '127.0.0.1', localPort: 3000 },
  }) as FastifyRequest;

t.test("uses the request's host and protocol", async (t) => {
  for (const host of ['example.com', 'localhost:3000', '[::1]:80', '10.0.0.1', 'a_b.example:1']) {
    t.equal(baseUrlOf(request(host), undefined), `http://${host}`);
  }
});

t.test('uses only valid hosts in URLs', async (t) => {
  for (const host of [undefined, '', 'a/b', 'a b', 'a@b', 'a"b', 'größe', 'a:b', '[x]', 'a:1:2']) {
    t.equal(baseUrlOf(request(host), undefined), 'http://127.0.0.1:3000', String(host));
  }
});

t.test('prefers the configured URL', async (t) => {
  t.equal(
    baseUrlOf(request('evil.example'), 'https://shots.example/api//'),
    'https://shots.example/api',
  );
});
