import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { newDelivery, newRequest } from '../fixtures/lab.ts';
import { keepResult } from '../keep-result.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

const now = Date.now;

t.test('a backup that is made while the store is written can be restored', async (t) => {
  const folder = t.testdir({ backups: {} });
  const dataDir = join(folder, 'data');
  const store = createSqliteStore({ dataDir, now });
  const busy = createSqliteStore({ dataDir, now });
  t.teardown(() => Promise.all([store.close(), busy.close()]));
  const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const before: string[] = [];
  const write = async (ids: string[]) => {
    const request = newRequest(account.id, { parameters: { html: 'x'.repeat(5_000) } });
    ids.push(request.id);
    await busy.requests.enqueue(request, undefined);
  };
  while (before.length < 200) await write(before);
  const path = join(folder, 'backups', 'today.db');
  let isDone = false;
  const copied = store.backup(path).finally(() => (isDone = true));
  const meanwhile: string[] = [];
  while (!isDone) {
    await write(meanwhile);
    await new Promise(setImmediate);
  }
  await copied;
  t.same(readdirSync(join(folder, 'backups')), ['today.db'], 'one file, and nothing else');
  t.equal(statSync(path).mode & 0o777, 0o600);

  const restored = join(folder, 'restored');
  mkdirSync(restored);
  copyFileSync(path, join(restored, 'tintype.db'));
  t.throws(() => createSqliteStore({ dataDir: restored, now }), {
    message: /master\.key is missing/,
  });
  copyFileSync(join(dataDir, 'master.key'), join(restored, 'master.key'));
  const copy = createSqliteStore({ dataDir: restored, now });
  t.teardown(() => copy.close());
  t.same(await copy.accounts.findByAccessKey(keys.accessKey), account);
  t.equal(await copy.accounts.secretKey(account.id), keys.secretKey);
  for (const id of before) if (!(await copy.requests.get(id))) t.fail(`${id} is missing`);
  const { queued } = await copy.requests.counts();
  t.ok(queued >= before.length);
  t.match(await copy.usage.used(account.id), { reserved: queued }, 'all of one moment');
});

t.test('a copy of the database and of the files is all of it', async (t) => {
  const folder = t.testdir();
  const dataDir = join(folder, 'data');
  const store = createSqliteStore({ dataDir, now });
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const content = { body: Buffer.from('a result'), extension: 'png', mediaType: 'image/png' };
  const webhook = { url: 'https://user:pass-of-a-receiver@receiver.example/', signed: true };
  const request = newRequest(account.id, { webhook });
  const { file } = await keepResult(store, account.id, content, now() + 60_000);
  const delivery = newDelivery(account.id, { ...webhook, requestId: request.id, body: file.name });
  await store.requests.recordFinished(request, { file }, delivery);
  const path = join(folder, 'backup.db');
  await store.backup(path);
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  copyFileSync(path, join(restored, 'tintype.db'));
  copyFileSync(join(dataDir, 'master.key'), join(restored, 'master.key'));
  cpSync(join(dataDir, 'files'), join(restored, 'files'), { recursive: true });
  const backedUp = readFileSync(path);
  const listed = readdirSync(join(restored, 'files'), { recursive: true, encoding: 'utf8' });
  t.equal(listed.length, 2);
  for (const secret of [file.name, 'pass-of-a-receiver']) {
    t.notOk(backedUp.includes(secret), 'it opens nothing for whoever has the copy alone');
    t.notOk(listed.join(' ').includes(secret));
  }
  await store.close();
  const copy = createSqliteStore({ dataDir: restored, now });
  t.teardown(() => copy.close());
  const told = await copy.requests.get(request.id);
  t.match(told, { status: 'succeeded', webhook });
  const found = await copy.files.get(told?.file?.name ?? '');
  t.same(found && (await copy.fileBytes.read(found)), content.body);
  t.match(await copy.outbox.list({ limit: 1 }), [{ ...delivery }]);
});

t.test('a second backup takes the place of the first', async (t) => {
  const folder = t.testdir();
  const store = createSqliteStore({ dataDir: join(folder, 'data'), now });
  t.teardown(() => store.close());
  const path = join(folder, 'backup.db');
  await store.backup(path);
  const first = readFileSync(path);
  await store.accounts.create({ name: 'a', plan: 'pro' });
  await store.backup(path);
  t.notSame(readFileSync(path), first);
});

t.test('places that are none for a backup', async (t) => {
  const folder = t.testdir({ file: '' });
  const dataDir = join(folder, 'data');
  const store = createSqliteStore({ dataDir, now });
  t.teardown(() => store.close());
  await t.rejects(store.backup(folder), {
    code: 'invalid_parameter',
    message: /is a folder; name a file/,
  });
  await t.rejects(store.backup(join(dataDir, 'tintype.db')), {
    message: /is the database itself\.$/,
  });
  await t.rejects(store.backup(join(folder, 'none', 'x.db')), {
    code: 'storage_failed',
    message: /^The backup .*x\.db failed: there is no such folder\.$/,
  });
  await t.rejects(store.backup(join(folder, 'file', 'x.db')), { code: 'storage_failed' });
  t.ok(await store.accounts.list(), 'the store works on');
});
