// In depth: tests/s3/cache.test.ts has two services on one bucket, and tests/postgres/move.test.ts moves a store.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBucket, moveStore } from '@tintype/store';
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { newDatabase, postgresFor } from '../postgres/database.ts';
import { makeDataDir, runService, type ServiceProcess } from '../serve/run-service.ts';
import { s3For } from './s3-server.ts';

const postgres = await postgresFor(t);

if (postgres !== undefined) {
  t.test('docs/scaling.md: from one machine to more that share no folder', async (t) => {
    const pages = await createFixtureServer();
    t.teardown(() => pages.close());
    const page = pages.page('/page', '<!doctype html><title>a page</title><h1>hello</h1>');
    const { options } = await s3For(t);
    const alone = await runService(t, { args: ['--egress-allow', '127.0.0.1'] });
    const { accessKey } = alone;
    const old = await fileOf(alone, accessKey, page);
    const content = await bytesOf(alone, old);
    t.equal(await alone.stop(), 0);

    const place = await newDatabase(postgres);
    await moveStore(`sqlite:${alone.dataDir}`, place, alone.dataDir);
    // As `aws s3 sync` does: the same places in the bucket.
    const bucket = createBucket({ ...options, prefix: 'production/files' });
    const folder = join(alone.dataDir, 'files');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (/\/[0-9a-f]{64}$/.test(name)) await bucket.put(name, readFileSync(join(folder, name)));
    }

    const start = () =>
      runService(t, {
        dataDir: makeDataDir(t),
        args: ['--store', place, '--egress-allow', '127.0.0.1'],
        env: {
          TINTYPE_FILES: 's3://shots/production',
          TINTYPE_S3_ENDPOINT: options.endpoint,
          TINTYPE_MASTER_KEY_FILE: join(alone.dataDir, 'master.key'),
          AWS_ACCESS_KEY_ID: 'S3RVER',
          AWS_SECRET_ACCESS_KEY: 'S3RVER',
        },
      });
    const [first, second] = [await start(), await start()];
    t.equal(first.accessKey + second.accessKey, '', 'there are accounts');
    for (const service of [first, second]) {
      t.ok(content.equals(await bytesOf(service, old)), 'what was there before');
    }
    const made = await fileOf(first, accessKey, page);
    const there = await bytesOf(first, made);
    t.ok(there.equals(await bytesOf(second, made)), 'what one rendered, another one gives');
    t.notOk(readdirSync(first.dataDir).includes('files'), 'nothing lies in its folder');
    t.equal(await first.stop(), 0);
    t.equal(await second.stop(), 0);
  });
}

/** The path of the file of an async request. */
async function fileOf({ address }: ServiceProcess, key: string, url: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-access-key': key };
  const body = JSON.stringify({ url, async: true, viewport_width: 200, format: 'png' });
  const answer = await fetch(`${address}/v1/screenshot`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  return until(async () => {
    const told = await fetch(`${address}/v1/requests/${id}`, { headers });
    const { file, status } = (await told.json()) as { file?: string; status: string };
    if (status === 'failed') throw new Error('It failed.');
    return file && new URL(file).pathname;
  });
}

async function bytesOf({ address }: ServiceProcess, path: string): Promise<Buffer> {
  const answer = await fetch(`${address}${path}`);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
