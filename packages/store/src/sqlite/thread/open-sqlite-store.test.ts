import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { RenderError } from '@tintype/contract';
import { makeFolder } from '@tintype/testkit/make-folder';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { claimOne, errorBody, newRequest, newTask } from '../../fixtures/lab.ts';
import { reuseThreads } from '../../fixtures/reuse-threads.ts';
import { openInThreads, openSqliteStore, startStoreThread } from './open-sqlite-store.ts';

const now = Date.now;

const threads = reuseThreads();
t.teardown(() => threads.end());
const openReused = (dataDir: string) => openInThreads(threads.start, { dataDir, now });

t.test('errors are what they were', async (t) => {
  const store = await openReused(makeFolder(t));
  t.teardown(() => store.close());
  const error = await store.accounts.create({ name: '', plan: 'pro' }).catch((e: unknown) => e);
  t.ok(error instanceof RenderError);
  t.match(error, {
    code: 'invalid_parameter',
    status: 400,
    retryable: false,
    message: /^name must be 1 to 100 characters/,
    details: [{ parameter: 'name', message: String }],
  });
  const bug = store.usage.takeRate({} as string, 5);
  await t.rejects(bug, { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  await t.rejects(store.usage.takeRate((() => {}) as unknown as string, 5), {
    name: 'DataCloneError',
  });
});

t.test('a folder that cannot be used', async (t) => {
  const folder = t.testdir({ file: '', data: { 'tintype.db': 'a text. '.repeat(2_000) } });
  await t.rejects(openSqliteStore({ dataDir: join(folder, 'file'), now }), {
    code: 'storage_failed',
    message: /file failed: a file is in the way\.$/,
  });
  await t.rejects(openSqliteStore({ dataDir: join(folder, 'data'), now }), {
    code: 'storage_failed',
    message: /tintype\.db failed: it is damaged or no database/,
  });
});

t.test('a thread that ends fails what was called in it, and nothing else', async (t) => {
  const dataDir = makeFolder(t);
  // In the order of their start.
  const started: Worker[] = [];
  const start = () => {
    const thread = startStoreThread();
    started.push(thread);
    return thread;
  };
  const store = await openInThreads(start, { dataDir, now });
  const [writer, reader] = started;
  t.teardown(() => store.close());
  const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const claim = await claimOne(store, account.id);
  const ended = writer && once(writer, 'exit');
  const accepting = store.requests.enqueue(newRequest(account.id), 10);
  void writer?.terminate();
  await t.rejects(accepting, {
    code: 'storage_failed',
    message: 'The store of the service failed: its thread has ended.',
  });
  await ended;
  const early = store.requests.enqueue(newRequest(account.id), 10);
  await t.rejects(early, { code: 'storage_failed' }, 'it is not started again at once');
  t.ok(await store.accounts.findByAccessKey(keys.accessKey), 'reading goes on');
  const queued = await until(() =>
    store.requests.enqueue(newRequest(account.id), 10).catch(() => undefined),
  );
  t.match(queued, { status: 'queued' });
  const claims = await store.requests.claim({ leaseMs: 1_000, limit: 9 });
  t.ok(
    claims.some((other) => other.request.id === claim.request.id),
    'what it held can be had again',
  );
  t.equal(await store.requests.fail(claim, { error: errorBody() }), false);
  await reader?.terminate();
  await t.rejects(store.accounts.list(), { code: 'storage_failed' });
});

t.test('too many calls at once are refused', async (t) => {
  const dataDir = makeFolder(t);
  const store = await openReused(dataDir);
  t.teardown(() => store.close());
  const calls = Array.from({ length: 10_050 }, () => store.usage.rateState('a', 1));
  const ends = await Promise.allSettled(calls);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  t.equal(refused.length, 50);
  t.match(refused[0], {
    code: 'storage_failed',
    message: 'The store of the service failed: too many wait for it.',
  });
});

t.test('large parameters come and go as they are', async (t) => {
  const store = await openReused(makeFolder(t));
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const request = newRequest(account.id, { parameters: { html: 'ü'.repeat(3_000_000) } });
  t.match(await store.requests.enqueue(request, 10), { id: request.id, status: 'queued' });
  const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
  t.ok(claim?.request.parameters['html'] === request.parameters['html']);
  t.equal(claim && (await store.requests.fail(claim, { error: errorBody() })), true);
});

t.test('what reads cannot write', async (t) => {
  const dataDir = makeFolder(t);
  const store = await openReused(dataDir);
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const { createReadStore } = await import('./create-read-store.ts');
  const reader = createReadStore({ dataDir, now });
  await t.rejects(reader.tasks.create(newTask(account.id)), /readonly|cannot be written/);
  t.equal((await reader.accounts.list()).length, 1);
  await reader.close();
  await store.close();
});

t.test('closing', async (t) => {
  const dataDir = makeFolder(t);
  const store = await openSqliteStore({ dataDir, now });
  const writing = store.accounts.create({ name: 'a', plan: 'pro' });
  await store.close();
  await store.close();
  t.ok(await writing, 'what was called before is done');
  await t.rejects(store.accounts.list(), { code: 'shutting_down' });
});

t.test('an idle store keeps no program alive', async (t) => {
  const dataDir = makeFolder(t);
  const program = join(dataDir, 'program.ts');
  const module = JSON.stringify(new URL('./open-sqlite-store.ts', import.meta.url).href);
  await writeFile(
    program,
    `const { openSqliteStore } = await import(${module});
    const store = await openSqliteStore({ dataDir: ${JSON.stringify(join(dataDir, 'data'))}, now: Date.now });
    console.log((await store.accounts.list()).length);`,
  );
  const child = spawn(process.execPath, ['--conditions=@tintype/source', program]);
  const [code] = (await once(child, 'exit')) as [number | null];
  t.equal(code, 0);
});
