import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { createSqliteStore } from './create-sqlite-store.ts';

// One fixture for each version of the tables that was published: what it holds must be there after
// any number of upgrades.

const now = () => Date.UTC(2026, 10, 21, 12, 15);
const masterKey = '00'.repeat(32);

/** A data folder as a version left it. */
function folderOf(t: { testdir(): string }, version: number): string {
  const dataDir = t.testdir();
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  database.exec(
    readFileSync(join(import.meta.dirname, `../fixtures/version-${version}.sql`), 'utf8'),
  );
  database.close();
  return dataDir;
}

t.test('a store of version 1 is upgraded, and keeps what it holds', async (t) => {
  const dataDir = folderOf(t, 1);
  const name = 'ab'.repeat(32);
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'ab', name), 'x');
  const store = createSqliteStore({ dataDir, now, masterKey });
  const account = await store.accounts.findByAccessKey('access-key-of-version-1');
  t.match(account, { name: 'acme', plan: 'pro', signatureRequired: true, signatureVersion: 1 });
  const id = account?.id ?? '';
  t.notOk(account?.publishableKinds);
  t.equal(await store.accounts.secretKey(id), 'secret-key-of-version-1');
  t.match(await store.requests.list(id, { limit: 9 }), [
    { status: 'succeeded', file: { extension: 'pdf' } },
    { status: 'queued' },
  ]);
  t.match(await store.tasks.list(id), [{ name: 'daily', query: 'url=https://example.com' }]);
  t.match(await store.outbox.list({ limit: 9 }), [{ url: 'https://receiver.example/' }]);
  t.match(await store.usage.used(id), { reserved: 1 });
  const [finished, queued] = await store.requests.list(id, { limit: 9 });
  t.equal(finished?.file?.name, name);
  t.match(queued?.webhook, { url: 'https://receiver.example/', signed: true });
  const file = await store.files.get(name);
  const content = file && (await store.fileBytes.open(file));
  t.equal(content && (await text(content)), 'x', 'its content has moved with it');
  t.match(await store.capacity.kept(id), { waiting: 1, webhooks: 1 });
  t.ok((await store.capacity.kept(id)).storedBytes > 1);
  const claims = await store.requests.claim({ leaseMs: 1_000, limit: 9 });
  t.match(claims, [{ request: { parameters: { url: 'https://example.com/' } } }]);
  await store.close();
  const database = readFileSync(join(dataDir, 'tintype.db'));
  for (const secret of [name, 'https://receiver.example/']) {
    t.notOk(database.includes(secret), `${secret} cannot be read in it any more`);
  }
});

t.test('a file of version 1 goes with no request of a later one', async (t) => {
  const store = createSqliteStore({ dataDir: folderOf(t, 1), now, masterKey });
  const accountId = (await store.accounts.findByAccessKey('access-key-of-version-1'))?.id ?? '';
  const [old] = await store.requests.list(accountId, { limit: 9 });
  const file = await store.files.get(old?.file?.name ?? '');
  if (!file) throw new Error('It is not there.');
  const again = {
    id: '0199c2f6-6a0e-7d1c-9f0a-6a1f0c1f2b3c',
    accountId,
    api: 'pdf',
    parameters: {},
    baseUrl: 'https://shots.example',
  };
  await store.requests.recordFinished(again, { file });
  t.equal(await store.requests.remove(accountId, again.id), true);
  t.ok(await store.files.get(file.name));
  await store.close();
});

t.test('an upgraded store can be used', async (t) => {
  const store = createSqliteStore({ dataDir: folderOf(t, 1), now, masterKey });
  t.teardown(() => store.close());
  const { id = '' } = (await store.accounts.findByAccessKey('access-key-of-version-1')) ?? {};
  const made = await store.accounts.publish(id, ['pdf']);
  t.match(await store.accounts.findByPublishableKey(made?.publishableKey ?? ''), { id });
});

t.test('what waits for a recorder is known in an upgraded store', async (t) => {
  const dataDir = folderOf(t, 1);
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  database.exec(`UPDATE requests SET api = 'screencast' WHERE status = 'queued'`);
  database.close();
  const store = createSqliteStore({ dataDir, now, masterKey });
  t.teardown(() => store.close());
  const claim = (kind: 'recordings' | 'others') =>
    store.requests.claim({ leaseMs: 1_000, limit: 9, kind });
  t.same(await claim('others'), []);
  t.match(await claim('recordings'), [{ request: { api: 'screencast', records: true } }]);
});

t.test('a store is told the kinds of plugins', async (t) => {
  const kinds = [{ name: 'links' }, { name: 'film', frameControl: true }];
  const store = createSqliteStore({ dataDir: t.testdir(), now, masterKey, kinds });
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
  await store.accounts.publish(account.id, ['links']);
  await t.rejects(store.accounts.publish(account.id, ['pdf']), {
    message: 'kinds must be some of links, film; got pdf.',
  });
  for (const [id, api] of ['links', 'film'].entries()) {
    const request = { id: `request-${id}`, accountId: account.id, api, parameters: {} };
    await store.requests.enqueue({ ...request, baseUrl: 'https://a.b' }, undefined);
  }
  const claims = await store.requests.claim({ leaseMs: 1_000, limit: 9, kind: 'recordings' });
  t.match(claims, [{ request: { api: 'film', records: true } }]);
});

t.test('an upgraded store is opened again without another upgrade', async (t) => {
  const dataDir = folderOf(t, 1);
  for (let turn = 0; turn < 2; turn += 1) {
    const store = createSqliteStore({ dataDir, now, masterKey });
    t.equal((await store.accounts.list()).length, 1);
    await store.close();
  }
});
