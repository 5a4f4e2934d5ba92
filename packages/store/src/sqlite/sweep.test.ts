import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testInDepth } from '@tintype/testkit/in-depth';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { errorBody, newDelivery, newRequest } from '../fixtures/lab.ts';
import type { NewFile } from '../ports/files.ts';
import type { FileKeys } from '../sql/files/file-rows.ts';
import { sweepFiles } from '../sql/sweep.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

t.test('of one account no more than 100,000 finished requests and webhooks stay', async (t) => {
  const dataDir = makeFolder(t);
  const store = createSqliteStore({ dataDir, now: () => 1_000_000 });
  t.teardown(() => store.close());
  const done = {
    error: { statusCode: 422, error: 'x', message: 'x', code: 'dns_failed' },
  } as const;
  await store.requests.recordFinished(newRequest('a'), done, newDelivery('a'));
  await store.requests.recordFinished(newRequest('b'), done, newDelivery('b'));
  const waiting = newRequest('a');
  await store.requests.enqueue(waiting, undefined);
  multiply(join(dataDir, 'tintype.db'), 100_700);
  const before = await store.requests.list('a', { limit: 1_000_000 });
  t.equal(before.length, 100_702);
  const swept = await store.sweep({ requestsMs: 1e12, deliveriesMs: 1e12 });
  t.match(swept, { requests: 702, deliveries: 701 });
  t.equal((await store.requests.list('a', { limit: 1_000_000 })).length, 100_000);
  t.equal((await store.requests.list('b', { limit: 9 })).length, 1, 'others are left alone');
  t.ok(await store.requests.get(waiting.id), 'what waits stays');
  t.match(await store.sweep({ requestsMs: 1e12, deliveriesMs: 1e12 }), { requests: 0 });
});

// Parameters of each that ends go: the suite of all stores has that.
testInDepth(t, 'twenty large requests that failed leave nothing of their size', async (t) => {
  const dataDir = makeFolder(t);
  const store = createSqliteStore({ dataDir, now: Date.now });
  t.teardown(() => store.close());
  const parameters = { html: 'x'.repeat(9_900_000) };
  for (let count = 0; count < 20; count++) {
    await store.requests.enqueue(newRequest('a', { parameters }), undefined);
    const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
    t.equal(claim && (await store.requests.fail(claim, { error: errorBody() })), true);
  }
  t.equal((await store.requests.list('a', { limit: 99 })).length, 20);
  const names = ['tintype.db', 'tintype.db-wal'];
  const bytes = names.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
  t.ok(bytes < 50_000_000, `${bytes} bytes`);
});

t.test('removes contents without a row once in an hour, in one process', async (t) => {
  const dataDir = makeFolder(t);
  let now = Date.now();
  const open = () => createSqliteStore({ dataDir, now: () => now });
  const [store, other] = [open(), open()];
  t.teardown(() => Promise.all([store.close(), other.close()]));
  const written = await store.fileBytes.write(Buffer.from('content'));
  const file = { ...written, extension: 'png', mediaType: 'image/png', expiresAt: now + 1e9 };
  await store.requests.recordFinished(newRequest('a'), { file });
  // More than are looked up at once.
  const leave = (count: number) => {
    const shelf = join(dataDir, 'files', 'ab');
    mkdirSync(shelf, { recursive: true });
    for (let at = 0; at < count; at++) {
      writeFileSync(join(shelf, `ab${String(at).padStart(62, '0')}`), 'x');
    }
    const files = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    for (const one of files) if (one.isFile()) utimesSync(join(one.parentPath, one.name), 1, 1);
  };
  const retention = { requestsMs: 1e12, deliveriesMs: 1e12 };
  leave(1_100);
  t.match(await store.sweep(retention), { files: 1_100 });
  leave(3);
  t.match(await other.sweep(retention), { files: 0 });
  now += 60 * 60_000;
  t.match(await other.sweep(retention), { files: 3 });
  t.equal(await store.fileBytes.has(file), true);
});

t.test('files past their time go one batch after the other', async (t) => {
  let now = 1_000_000;
  const store = createSqliteStore({ dataDir: makeFolder(t), now: () => now });
  t.teardown(() => store.close());
  const files = store.files as typeof store.files & FileKeys;
  const contents = ['one', 'two', 'three', 'stays'];
  const kept: NewFile[] = [];
  for (const content of contents) {
    const written = await store.fileBytes.write(Buffer.from(content));
    const expiresAt = now + (content === 'stays' ? 1_000 : 10);
    kept.push({ ...written, extension: 'png', mediaType: 'image/png', expiresAt });
    await store.requests.recordFinished(newRequest('a'), { file: kept.at(-1)! });
  }
  now += 10;
  const taken: number[] = [];
  const watched: Pick<FileKeys, 'takeExpired' | 'removeTaken'> = {
    takeExpired: async (limit) => {
      const batch = await files.takeExpired(limit);
      taken.push(batch.length);
      return batch;
    },
    removeTaken: files.removeTaken,
  };
  t.equal(await sweepFiles({ files: watched, fileBytes: store.fileBytes }, 2), 3);
  t.same(taken, [2, 1]);
  const isThere = await Promise.all(kept.map((file) => store.fileBytes.has(file)));
  t.same(isThere, [false, false, false, true]);
  t.same(await files.expired(9), [], 'no row is left of them');
  t.ok(await files.get(kept[3]?.name ?? ''));
});

t.test('a file that is wanted again while a sweep takes it is either whole or gone', async (t) => {
  let now = 1_000_000;
  const store = createSqliteStore({ dataDir: makeFolder(t), now: () => now });
  t.teardown(() => store.close());
  const written = await store.fileBytes.write(Buffer.from('content'));
  const file = { ...written, extension: 'png', mediaType: 'image/png', expiresAt: now + 10 };
  await store.requests.recordFinished(newRequest('a'), { file });
  now += 10;
  const { removeKeys } = store.fileBytes;
  let reused: NewFile | undefined;
  store.fileBytes.removeKeys = async (keys) => {
    if (keys.length > 0) {
      // The caller read the clock slightly earlier.
      now -= 1;
      reused = await store.files.reuse('a', file, now + 1_000);
      now += 1;
    }
    return removeKeys(keys);
  };
  t.match(await store.sweep({ requestsMs: 1e12, deliveriesMs: 1e12 }), { files: 1 });
  t.equal(reused, undefined);
  t.equal(await store.fileBytes.has(file), false);
  t.same(await store.files.expired(9), []);
});

/**
 * So many more rows of the account a, as if they had come one by one; the newest is the youngest.
 */
function multiply(path: string, count: number): void {
  const database = new DatabaseSync(path);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  database.exec(`BEGIN;
    INSERT INTO requests (id, account_id, kind, parameters, base_url, details, status, created_at, finished_at)
      ${numbers} SELECT 'r' || i, 'a', 'pdf', x'', '', x'00', 'failed', i, i FROM n;
    INSERT INTO outbox (id, account_id, request_id, host, url, signed, body, sealed, state, created_at, finished_at)
      ${numbers} SELECT 'd' || i, 'a', 'r' || i, 'h', '', 0, '', x'00', 'delivered', i, i FROM n;
    COMMIT`);
  database.close();
}
