// Shown for less elsewhere: tests/s3/files-conformance.test.ts shows the storage, and tests/s3/outage.test.ts a service with it.
import { setTimeout as delay } from 'node:timers/promises';
import { createBucket } from '@tintype/files';
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { runService } from '../serve/run-service.ts';
import { createFaultyNetwork } from './faulty-network.ts';
import { s3For } from './s3-server.ts';

interface PublicDetails {
  id: string;
  status: string;
  file?: string;
}

t.test('a service whose files are in S3', async (t) => {
  const pages = await createFixtureServer(t);
  const page = pages.page('/page', '<!doctype html><title>a page</title><h1>hello</h1>');
  const server = await s3For(t);
  const bucket = createBucket({ ...server.options, prefix: 'some/place' });
  const network = await createFaultyNetwork(t, server.options.endpoint);
  const service = await runService(t, {
    args: [
      '--files',
      's3://shots/some/place',
      '--s3-endpoint',
      network.endpoint,
      '--files-redirect-s',
      '60',
      '--egress-allow',
      '127.0.0.1',
    ],
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
  });
  const { address, accessKey } = service;
  const headers = { 'content-type': 'application/json', 'x-access-key': accessKey };
  const queue = async (kind: string, more: object): Promise<string> => {
    const body = JSON.stringify({ url: page, async: true, cache: false, ...more });
    const answer = await fetch(`${address}/v1/${kind}`, { method: 'POST', headers, body });
    t.equal(answer.status, 202);
    return ((await answer.json()) as PublicDetails).id;
  };
  const told = async (id: string) =>
    (await (await fetch(`${address}/v1/requests/${id}`, { headers })).json()) as PublicDetails;
  const file = (id: string) =>
    until(async () => {
      const { status, file } = await told(id);
      if (status === 'failed') throw new Error('It failed.');
      return file;
    });
  const small = { viewport_width: 200, viewport_height: 100, format: 'png' };

  await t.test('results are objects there, which downloads are sent to', async (t) => {
    const url = await file(await queue('screenshot', small));
    const objects: string[] = [];
    for await (const key of bucket.list('files/')) objects.push(key);
    t.equal(objects.length, 1);
    t.match(objects[0], /^files\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/);
    t.notOk(url.includes(objects[0]?.slice(-64) ?? ''), 'the key opens nothing');
    const sent = await fetch(url, { redirect: 'manual' });
    t.equal(sent.status, 302);
    const location = sent.headers.get('location') ?? '';
    t.match(location, /X-Amz-Expires=60&.*X-Amz-Signature=/);
    t.notMatch(location, /S3RVER(?!%2F)/, 'the id of the key, and not the key');
    const got = await fetch(url, { headers: { range: 'bytes=1-3' } });
    t.equal(got.status, 206);
    t.equal(await got.text(), 'PNG');
    t.match(got.headers.get('content-type'), 'image/png');
    t.match(got.headers.get('content-disposition'), /^inline; filename="tintype-/);
    const head = await fetch(url, { method: 'HEAD', redirect: 'manual' });
    t.equal(head.status, 200);
    const etag = head.headers.get('etag') ?? '';
    const same = await fetch(url, { headers: { 'if-none-match': etag }, redirect: 'manual' });
    t.equal(same.status, 304);
  });

  await t.test('a page that strangers wrote comes from the service alone', async (t) => {
    const url = await file(await queue('scrape', { format: 'html' }));
    const got = await fetch(url, { redirect: 'manual' });
    t.equal(got.status, 200);
    t.match(got.headers.get('content-security-policy'), /sandbox/);
    t.match(await got.text(), /hello/);
    const some = await fetch(url, { headers: { range: 'bytes=0-8' }, redirect: 'manual' });
    t.equal(some.status, 206);
    t.equal((await some.arrayBuffer()).byteLength, 9);
  });

  await t.test('while S3 is away nothing is lost', async (t) => {
    network.decide(() => 'reset');
    await until(async () => (await fetch(`${address}/ready`)).status !== 200);
    const answer = await fetch(`${address}/ready`);
    t.equal(answer.status, 503);
    t.match(await answer.text(), /The storage of the service for files failed/);
    t.equal((await fetch(`${address}/health`)).status, 200);
    const ids = [await queue('screenshot', small), await queue('screenshot', small)];
    await delay(1_500);
    for (const id of ids) t.match(await told(id), { status: 'queued' });
    const direct = { ...small, url: page };
    const made = await fetch(`${address}/v1/screenshot`, {
      method: 'POST',
      headers,
      body: JSON.stringify(direct),
    });
    t.equal(made.status, 200, 'what is answered at once needs no storage');
    network.decide(() => 'pass');
    for (const id of ids) {
      const got = await fetch(await file(id));
      t.equal((await got.arrayBuffer()).byteLength > 100, true);
    }
    await until(async () => (await fetch(`${address}/ready`)).status === 200);
  });

  t.equal(await service.stop(), 0);
  t.notMatch(service.stdout, /X-Amz-|Signature=/, 'no address that opens a file is in the log');
});
