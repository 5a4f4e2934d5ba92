import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createBucket, type S3Options } from '@tintype/files';
import t, { type Test } from 'tap';
import { createFaultyNetwork, type Fate, type Seen } from './faulty-network.ts';
import { s3For } from './s3-server.ts';

const MIB = 1_048_576;

/** A bucket behind a network that can go wrong, and another one that goes around it. */
async function openLab(t: Test, options: Partial<S3Options> = {}) {
  const server = await s3For(t);
  const network = await createFaultyNetwork(t, server.options.endpoint);
  const bucket = createBucket({ ...server.options, ...options, endpoint: network.endpoint });
  return { bucket, direct: createBucket(server.options), ...network };
}

/** These fates in turn for the requests that match; all others pass. */
function inTurn(fates: Fate[], matches: (request: Seen) => boolean = () => true) {
  return (request: Seen): Fate => (matches(request) ? (fates.shift() ?? 'pass') : 'pass');
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const bytes = (size: number) => new Uint8Array(randomBytes(size));

t.test('what fails for the moment is sent again', async (t) => {
  const { bucket, direct, decide, seen } = await openLab(t);
  const content = bytes(1_000);
  const busy = '<Error><Code>SlowDown</Code></Error>';
  decide(inTurn(['reset', { status: 503, body: busy }, { status: 500 }]));
  await bucket.put('one', content);
  t.equal(seen.length, 4);
  t.ok((await direct.get('one', MIB))?.equals(content));
  decide(inTurn(['reset', { status: 503 }]));
  t.equal(await bucket.size('one'), 1_000);
  decide(inTurn([{ cutAfter: 10 }]));
  t.ok((await bucket.get('one', MIB))?.equals(content), 'one that breaks off is read anew');
  t.equal(await bucket.get('one', 999), undefined, 'no more than was wanted');
});

t.test('what fails for good is said once, without names', async (t) => {
  const { bucket, decide, seen } = await openLab(t, {
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'another' },
  });
  const refused = { code: 'storage_failed', status: 503, message: /refuses the keys/ };
  await t.rejects(bucket.put('one', bytes(10)), refused);
  await t.rejects(bucket.check(), refused);
  t.equal(seen.length, 1, 'neither again at once, nor asked whether it works now');
  const { bucket: other } = await openLab(t, { bucket: 'unknown' });
  await t.rejects(other.put('one', bytes(10)), { message: /there is no such bucket/ });
  decide(() => 'reset');
  const { bucket: gone, seen: attempts, decide: decideGone } = await openLab(t, { attempts: 2 });
  decideGone(() => 'reset');
  await t.rejects(gone.get('one', 10), {
    code: 'storage_failed',
    message: 'The storage of the service for files failed: it cannot be reached.',
  });
  t.equal(attempts.length, 2);
});

t.test('silent storage blocks no request', async (t) => {
  const { bucket, decide } = await openLab(t, { attempts: 2, attemptMs: 100 });
  const file = bytes(1_000);
  await bucket.put('one', file);
  await bucket.check();
  decide(() => 'swallow');
  const silent = { code: 'storage_failed', message: /does not answer in time/ };
  await Promise.all([
    t.rejects(bucket.put('two', bytes(10)), silent),
    t.rejects(bucket.get('one', MIB), silent),
    t.rejects(bucket.open('one', 1_000), silent),
    t.rejects(bucket.size('one'), silent),
    t.rejects(bucket.remove('one'), silent),
    t.rejects(all(bucket.list('')), silent),
  ]);
  await t.rejects(bucket.check(), silent, 'who asks is told, without another request');
  decide(() => 'pass');
  await bucket.put('two', file);
  await bucket.check();
});

t.test('a download goes on where its connection broke', async (t) => {
  const { bucket, decide, seen } = await openLab(t);
  const content = bytes(3 * MIB);
  await bucket.put('video', content);
  seen.length = 0;
  decide(inTurn([{ cutAfter: MIB }, { cutAfter: 1 }, 'reset', { cutAfter: MIB }]));
  const stream = await bucket.open('video', content.byteLength);
  t.ok(stream && Buffer.from(content).equals(await buffer(stream)));
  t.equal(seen.length, 5);
  for (const { headers } of seen.slice(1)) {
    t.match(headers.range, /^bytes=\d+-3145727$/);
    t.match(headers['if-match'], /\w/, 'of the same content');
  }
  decide(() => ({ cutAfter: 0 }));
  const broken = await bucket.open('video', content.byteLength);
  await t.rejects(buffer(broken!), { code: 'storage_failed' }, 'but not for ever');
});

t.test('a large object goes in parts, each of them again when it fails', async (t) => {
  const { bucket, direct, decide, seen } = await openLab(t);
  const content = bytes(20 * MIB);
  const isPart = ({ query }: Seen) => query.has('partNumber');
  decide(inTurn(['reset', 'pass', { status: 503 }], isPart));
  await bucket.put('video', content);
  t.equal(seen.filter(isPart).length, 5, 'three parts, two of them twice');
  t.ok((await direct.get('video', 32 * MIB))?.equals(content));
});

t.test('an answer to the end of an upload that got lost', async (t) => {
  const { bucket, direct, decide, seen } = await openLab(t);
  const isEnd = ({ method, query }: Seen) => method === 'POST' && query.has('uploadId');
  const unknown = '<Error><Code>NoSuchUpload</Code></Error>';
  decide(inTurn([{ cutAfter: 0 }, { status: 404, body: unknown }], isEnd));
  await bucket.put('video', bytes(17 * MIB));
  t.equal(seen.filter(isEnd).length, 2);
  t.equal(await direct.size('video'), 17 * MIB);
});

t.test('of an upload that fails no parts stay', async (t) => {
  const { bucket, direct, decide, seen } = await openLab(t, { attempts: 2 });
  decide(({ query }) => (query.get('partNumber') === '2' ? { status: 500 } : 'pass'));
  await t.rejects(bucket.put('video', bytes(33 * MIB)), { code: 'storage_failed' });
  const aborts = seen.filter(({ method, query }) => method === 'DELETE' && query.has('uploadId'));
  t.ok(aborts.length > 0);
  t.equal(seen.at(-1)?.method, 'DELETE', 'nothing was under way when it was told');
  t.equal(await direct.size('video'), undefined);
});

t.test('lists objects below a prefix', async (t) => {
  const { bucket, seen, decide } = await openLab(t, { prefix: 'some/prefix' });
  const names = Array.from({ length: 5 }, (_each, at) => `list/${at}`);
  for (const name of [...names, 'other/1']) await bucket.put(name, bytes(1));
  t.same(await all(bucket.list('list/')), names);
  t.same(await all(bucket.list('list/', -1_000)), names);
  t.same(await all(bucket.list('list/', 60_000)), [], 'none is so old');
  // The test server cannot return a second page: its tokens need a function that Node no longer
  // has.
  const page = (key: string, rest: string) => ({
    status: 200,
    body: `<ListBucketResult><Contents><Key>some/prefix/list/${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>${rest}</ListBucketResult>`,
  });
  const more =
    '<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b&#43;==</NextContinuationToken>';
  decide(inTurn([page('x', more), page('y', '<IsTruncated>false</IsTruncated>')]));
  t.same(await all(bucket.list('list/')), ['list/x', 'list/y']);
  t.equal(seen.at(-1)?.query.get('continuation-token'), 'a&b+==');
});
