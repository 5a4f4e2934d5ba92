import { Readable } from 'node:stream';
import type { StoredFile } from '@tintype/store';
import fastify from 'fastify';
import t from 'tap';
import { addRoutes, type RouteContext } from '../route/define-route.ts';
import { fileRoutes } from './file-routes.ts';

const file = {
  name: 'a'.repeat(64),
  extension: 'png',
  mediaType: 'image/png',
  sha256: 'b'.repeat(64),
  bytes: 3,
  createdAt: 1000,
  expiresAt: 100_000,
} as StoredFile;

t.test('the console gets files from its own origin, others from the bucket', async (t) => {
  const app = fastify();
  t.teardown(() => app.close());
  addRoutes(app, fileRoutes, {
    now: () => 2000,
    store: {
      files: { get: async () => file },
      fileBytes: {
        open: async () => Readable.from([Buffer.from('png')]),
        address: async () => 'https://bucket.example/signed',
      },
    },
  } as unknown as RouteContext);
  const url = `/v1/files/${file.name}.png`;
  for (const site of [undefined, 'none', 'cross-site', 'same-site']) {
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    const { statusCode, headers: got } = await app.inject({ url, headers });
    t.equal(statusCode, 302, site ?? 'no browser');
    t.match(got, { location: 'https://bucket.example/signed', 'cache-control': 'no-store' });
  }
  const own = await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } });
  t.equal(own.statusCode, 200);
  t.equal(own.body, 'png');
  t.equal(own.headers['content-type'], 'image/png');
});
