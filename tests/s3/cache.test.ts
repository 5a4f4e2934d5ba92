import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createBucket } from '@tintype/files';
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { makeDataDir, runService } from '../serve/run-service.ts';
import { createFaultyNetwork } from './faulty-network.ts';
import { s3For } from './s3-server.ts';

t.test('two services share what is cached, through a bucket', async (t) => {
  const pages = await createFixtureServer(t);
  const page = pages.page('/page', '<!doctype html><title>a page</title><h1>hello</h1>');
  const server = await s3For(t);
  const network = await createFaultyNetwork(t, server.options.endpoint);
  const dataDir = makeDataDir(t);
  const wishes = {
    dataDir,
    args: [
      '--cache-files',
      's3://shots/cache',
      '--s3-endpoint',
      network.endpoint,
      '--cache-memory-bytes',
      '0',
      '--egress-allow',
      '127.0.0.1',
    ],
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
  };
  const first = await runService(t, wishes);
  const second = await runService(t, wishes);
  const shot = async (address: string) => {
    const answer = await fetch(`${address}/v1/screenshot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-key': first.accessKey },
      body: JSON.stringify({ url: page, cache: true, viewport_width: 200, format: 'png' }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, cache: answer.headers.get('x-tintype-cache'), body };
  };
  const made = await shot(first.address);
  t.match(made, { status: 200, cache: 'MISS' });
  const bucket = createBucket({ ...server.options, prefix: 'cache' });
  // It is written behind the answer.
  const keys = async () => {
    const found: string[] = [];
    for await (const key of bucket.list('')) found.push(key);
    return found;
  };
  await until(async () => (await keys()).length !== 0);
  t.match(await keys(), [/^([0-9a-f]{2})\/\1[0-9a-f]{62}$/]);
  const hit = await shot(second.address);
  t.match(hit, { status: 200, cache: 'HIT' });
  t.ok(hit.body.equals(made.body));
  t.equal(pages.requests('/page').length, 1);
  t.notOk(existsSync(join(dataDir, 'cache')), 'nothing is on disk');
  network.decide(() => 'reset');
  t.match(await shot(second.address), { status: 200, cache: 'MISS' }, 'while it is away');
  t.equal((await fetch(`${second.address}/ready`)).status, 200);
  t.equal(await first.stop(), 0);
  t.equal(await second.stop(), 0);
});
