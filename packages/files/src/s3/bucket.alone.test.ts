import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createBucket } from './bucket.ts';
import { createFileBytes } from '../file-bytes.ts';

const MIB = 1_048_576;
const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };

async function serverFor(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test('a download that was never read leaves no connection', async (t) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const endpoint = await serverFor(t, (_request, answer) => {
    answer.writeHead(200, { 'content-length': String(MIB) });
    answer.write('its beginning');
    answer.once('close', resolve);
  });
  const bucket = createBucket({ bucket: 'shots', endpoint, credentials });
  const stream = await bucket.open('video', MIB);
  t.ok(stream);
  stream?.destroy();
  await closed;
});

t.test('an address ends with the keys that have signed it', async (t) => {
  const endsAt = Date.now() + 100_000;
  const url = await serverFor(t, (_request, answer) => {
    const Expiration = new Date(endsAt).toISOString();
    answer.end(JSON.stringify({ AccessKeyId: 'id', SecretAccessKey: 'secret', Expiration }));
  });
  const endpoint = 'http://127.0.0.1:9';
  const lifetimeOf = async (bucket: ReturnType<typeof createBucket>) =>
    Number(new URL(await bucket.address('a', {}, 3_600)).searchParams.get('X-Amz-Expires'));
  const lent = await lifetimeOf(createBucket({ bucket: 'shots', endpoint, credentials: { url } }));
  t.ok(lent > 0 && lent <= 100, `${lent} s`);
  t.equal(await lifetimeOf(createBucket({ bucket: 'shots', endpoint, credentials })), 3_600);
});

t.test('a file is written without a copy of it', async (t) => {
  const endpoint = await serverFor(t, (request, answer) => void request.resume().pipe(answer));
  const files = createFileBytes(
    createBucket({ bucket: 'shots', endpoint, credentials, attempts: 1 }),
  );
  const content = new Uint8Array(64 * MIB);
  const before = process.memoryUsage().arrayBuffers;
  const writing = files.write(content);
  const grown = process.memoryUsage().arrayBuffers - before;
  t.ok(grown < 8 * MIB, `${grown} bytes`);
  // There is no UploadId in the answers of this server.
  await t.rejects(writing, { code: 'storage_failed' });
});
