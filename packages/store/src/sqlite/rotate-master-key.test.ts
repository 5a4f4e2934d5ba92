import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '@tintype/testkit/make-folder';
import t, { type Test } from 'tap';
import type { Store, Task } from '../ports.ts';
import { errorBody, newDelivery, newFile, newRequest, newTask, newWatch } from '../fixtures/lab.ts';
import { createSqliteStore } from './create-sqlite-store.ts';
import { rotateSqliteMasterKey } from './rotate-master-key.ts';

const now = Date.now;
const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)];

const login = { url: 'https://shop.example/', steps: [], secrets: { password: 'p' } };

/** A store with something in each place where values lie sealed. */
async function fill(dataDir: string, masterKey?: string) {
  const store = createSqliteStore({ dataDir, now, ...(masterKey ? { masterKey } : {}) });
  const { account, keys } = await store.accounts.create({ name: 'a', plan: 'scale' });
  const said = {
    name: 'configured',
    plan: 'pro',
    keys: { accessKey: 'access-key-of-config' },
  } as const;
  await store.accounts.ensure(said);
  const webhook = { url: 'https://user:pass@receiver.example/', signed: true };
  const waiting = newRequest(account.id, { webhook });
  await store.requests.enqueue(waiting, undefined);
  const file = newFile({ expiresAt: now() + 60_000 });
  const done = newRequest(account.id);
  await store.requests.recordFinished(done, { file }, newDelivery(account.id));
  const task = await store.tasks.create(newTask(account.id, { watch: newWatch(), nextRunAt: 1 }));
  await checkOnce(store, task);
  const repeat = { accountId: account.id, key: 'k', fingerprint: 'f' };
  await store.idempotency.begin(repeat);
  await store.idempotency.finish(repeat, { answer: '1' }, undefined);
  const session = { name: 'shop', state: { cookies: [], origins: [] }, login, lastsMs: 60_000 };
  await store.pageSessions.put(account.id, session, 1);
  for (let count = 0; count < 600; count += 1) {
    await store.requests.recordFinished(newRequest(account.id), { error: errorBody() });
  }
  await store.close();
  const check = async (t: Test, key?: string) => {
    const again = createSqliteStore({ dataDir, now, ...(key ? { masterKey: key } : {}) });
    t.equal(await again.accounts.secretKey(account.id), keys.secretKey);
    t.ok(await again.accounts.ensure(said));
    t.match(await again.requests.get(waiting.id), { webhook });
    t.match(await again.requests.get(done.id), { file: { name: file.name } });
    t.match(await again.files.get(file.name), { extension: file.extension });
    t.match(await again.outbox.list({ limit: 1 }), [{ url: newDelivery('a').url }]);
    t.match(await again.tasks.get(account.id, task.id), { query: task.query, watch: task.watch });
    t.match(await again.monitors.get(task.id), { state: '[]' });
    t.match(await again.monitors.checks(task.id, { limit: 1 }), [{ content: '{}' }]);
    t.same(await again.idempotency.begin(repeat), { state: 'answered', answer: '1' });
    t.match(await again.pageSessions.read(account.id, 'shop'), { state: session.state, login });
    const [claim] = await again.requests.claim({ leaseMs: 1_000, limit: 1 });
    t.same(claim?.request.parameters, waiting.parameters);
    if (claim) await again.requests.putBack(claim);
    await again.close();
  };
  return { check, keys };
}

/** A run of a monitor that failed, with its check. */
async function checkOnce(store: Store, task: Task): Promise<void> {
  const { id: taskId, accountId } = task;
  const request = newRequest(accountId);
  const failure = { error: errorBody() };
  const run = { taskId, scheduledFor: 1, nextRunAt: undefined, request, failure };
  await store.tasks.startRun({ ...run, check: { key: 'k' } });
  const claim = await store.monitors.claim(1_000);
  if (claim === undefined) throw new Error('No check is pending.');
  const files = { names: [], forMs: 0 };
  const monitor = { state: '[]', version: 0, files };
  const end = { task, outcome: 'failed', content: '{}', files, monitor } as const;
  await store.monitors.finish(claim, { ...end, deliveries: [], runsAgain: false, keep: 1 });
}

t.test('everything opens under the new key, and nothing under the old one', async (t) => {
  const dataDir = makeFolder(t);
  const { check } = await fill(dataDir);
  const path = join(dataDir, 'master.key');
  const old = readFileSync(path, 'utf8').trim();
  const { sealed, unreadable } = rotateSqliteMasterKey({ dataDir, now });
  t.equal(unreadable, 0);
  t.ok(sealed > 609, `${sealed} values`);
  const young = readFileSync(path, 'utf8').trim();
  t.match(young, /^[0-9a-f]{64}$/, 'one key');
  t.not(young, old);
  t.equal(statSync(path).mode & 0o777, 0o600);
  await check(t);
  t.throws(() => createSqliteStore({ dataDir, now, masterKey: old }), { code: 'storage_failed' });
  t.equal(rotateSqliteMasterKey({ dataDir, now }).sealed, sealed, 'and again');
  await check(t);
});

t.test('thousands of rows without anything sealed hide nothing behind them', async (t) => {
  const dataDir = makeFolder(t);
  const { check } = await fill(dataDir);
  const { sealed } = rotateSqliteMasterKey({ dataDir, now });
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  const columns = database
    .prepare(`SELECT name FROM pragma_table_info('requests')`)
    .all()
    .map(({ name }) => String(name));
  const bare = new Set(['details', 'file']);
  const values = columns.map((name) =>
    name === 'id' ? `'0' || printf('%05d', n)` : bare.has(name) ? 'NULL' : name,
  );
  // Their ids come before those of all others.
  const made = database.prepare(`WITH RECURSIVE numbers (n) AS
    (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4500)
    INSERT INTO requests (${columns.join(', ')}) SELECT ${values.join(', ')}
    FROM numbers, (SELECT * FROM requests WHERE status = 'failed' AND task_id IS NULL LIMIT 1)`);
  t.equal(made.run().changes, 4_501);
  database.close();
  t.same(rotateSqliteMasterKey({ dataDir, now }), { sealed, unreadable: 0 });
  await check(t);
});

t.test('a rotation that was ended in the middle', async (t) => {
  const dataDir = makeFolder(t);
  const { check } = await fill(dataDir, first);
  writeFileSync(join(dataDir, 'master.key'), `${second}\n${first}\n`, { mode: 0o600 });
  // Some values lie under the new key, and some under the old one.
  const store = createSqliteStore({ dataDir, now });
  await store.accounts.create({ name: 'b', plan: 'pro' });
  await store.close();
  await check(t);
  t.equal(rotateSqliteMasterKey({ dataDir, now }).unreadable, 0);
  await check(t);
});

t.test('keys of the configuration', async (t) => {
  const dataDir = makeFolder(t);
  const { check } = await fill(dataDir, first);
  t.throws(() => rotateSqliteMasterKey({ dataDir, now, masterKey: first }), {
    code: 'invalid_parameter',
    message: /the new master key and, after a comma, the old one/,
  });
  t.throws(
    () => rotateSqliteMasterKey({ dataDir, now, masterKey: `${second},${'ef'.repeat(32)}` }),
    {
      code: 'storage_failed',
    },
  );
  const masterKey = `${second},${first}`;
  await check(t, masterKey);
  rotateSqliteMasterKey({ dataDir, now, masterKey });
  await check(t, second);
  t.throws(() => createSqliteStore({ dataDir, now, masterKey: first }), { code: 'storage_failed' });
});

t.test('refuses while another process uses the folder', async (t) => {
  const dataDir = makeFolder(t);
  const store = createSqliteStore({ dataDir, now });
  t.throws(() => rotateSqliteMasterKey({ dataDir, now }), {
    code: 'invalid_parameter',
    message: /^The service runs, or another command works on its data\./,
  });
  t.ok(await store.accounts.list());
  await store.close();
  t.equal(rotateSqliteMasterKey({ dataDir, now }).unreadable, 0);
});

t.test('every column with sealed values is known to it', async (t) => {
  const dataDir = makeFolder(t);
  await createSqliteStore({ dataDir, now }).close();
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  t.teardown(() => database.close());
  const blobs = database
    .prepare(
      `SELECT m.name || '.' || p.name AS place FROM sqlite_schema AS m, pragma_table_info(m.name) AS p
       WHERE m.type = 'table' AND p.type = 'BLOB' ORDER BY place`,
    )
    .all()
    .map(({ place }) => place);
  t.same(blobs, [
    'accounts.access_key_hash',
    'accounts.publishable_key_hash',
    'accounts.secret_key',
    'batches.webhook',
    'files.sealed',
    'idempotency.answer',
    'meta.value',
    'monitor_checks.content',
    'monitor_checks.key',
    'monitors.state',
    'outbox.sealed',
    'page_sessions.login',
    'page_sessions.state',
    'previous_keys.value',
    'requests.details',
    'requests.file',
    'requests.parameters',
    'sessions.key_hash',
    'sessions.secret_hash',
    'tasks.query',
    'tasks.watch',
  ]);
});
