import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import { claimOne, errorBody, newDelivery, newFile, newRequest, newTask } from '../fixtures/lab.ts';
import { makeOwnedFile } from '../owned-files.ts';
import { createSqliteStore } from './create-sqlite-store.ts';
import { rotateSqliteMasterKey } from './rotate-master-key.ts';

const now = Date.now;

t.test('the content of a data folder', async (t) => {
  const dataDir = join(t.testdir(), 'new', 'folder');
  const store = createSqliteStore({ dataDir, now });
  const { account: made, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const password = 'https://user:pass-of-a-page@example.com/';
  await store.requests.enqueue(newRequest('a', { parameters: { url: password } }), 10);
  await store.tasks.create(newTask('a', { query: `url=${password}` }));
  const state = {
    cookies: [],
    origins: [{ origin: 'https://a.example', localStorage: [{ name: 'n', value: 'pass-of-a-1' }] }],
  };
  const login = { url: 'https://a.example/', steps: [], secrets: { p: 'pass-of-a-login' } };
  await store.pageSessions.put(made.id, { name: 'a', state, login, lastsMs: 60_000 }, 1);
  const webhook = { url: 'https://user:pass-of-a-receiver@receiver.example/', signed: true };
  const file = newFile();
  const body = `{"file":"https://shots.example/v1/files/${file.name}.png"}`;
  const asked = newRequest('a', { webhook });
  await store.requests.recordFinished(asked, { file }, newDelivery('a', { ...webhook, body }));
  t.match(await store.requests.get(asked.id), { webhook, file: { name: file.name } });
  t.match(await store.outbox.list({ limit: 1 }), [{ url: webhook.url, body }]);
  t.equal(statSync(dataDir).mode & 0o777, 0o700);
  for (const name of ['tintype.db', 'tintype.db-wal', 'rates.db', 'master.key']) {
    t.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
  }
  for (const name of ['tintype.db', 'tintype.db-wal']) {
    const content = readFileSync(join(dataDir, name));
    t.notOk(content.includes(keys.accessKey), 'no key can be read in it');
    t.notOk(content.includes(keys.secretKey), 'no key can be read in it');
    t.notOk(content.includes('pass-of-a-'), 'no password of a page or receiver either');
    t.notOk(content.includes(file.name), 'nor the name of a file, which opens it');
  }
  await store.close();
  await store.close();
  t.same(readdirSync(join(dataDir, 'processes')), []);
  const again = createSqliteStore({ dataDir, now });
  const account = await again.accounts.findByAccessKey(keys.accessKey);
  t.equal(account && (await again.accounts.secretKey(account.id)), keys.secretKey);
  await again.close();
});

t.test('opening a database twice in one process takes no lock away', async (t) => {
  if (!existsSync('/proc/locks')) {
    t.comment('SKIPPED: this system does not tell its locks');
    return;
  }
  const dataDir = t.testdir();
  const locks = () => {
    const { ino } = statSync(join(dataDir, 'tintype.db'));
    const held = new RegExp(`READ ${process.pid} \\S+:${ino} `);
    return readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .filter((line) => held.test(line)).length;
  };
  // The kernel gives its list in pieces: a line is left out when another process lets go between
  // two of them.
  const settled = async (count: number) => {
    for (let looks = 0; looks < 50 && locks() !== count; looks++) await setTimeout(20);
    return locks();
  };
  const store = createSqliteStore({ dataDir, now });
  t.equal(await settled(1), 1, 'after two connections');
  const second = createSqliteStore({ dataDir, now });
  t.equal(await settled(1), 1, 'after four');
  await second.close();
  t.equal(await settled(1), 1);
  await store.backup(join(dataDir, 'copy.db'));
  t.equal(await settled(1), 1);
  await store.close();
  t.equal(await settled(0), 0);
});

t.test('folders that cannot be used', async (t) => {
  const folder = t.testdir({ file: '' });
  const cases: [string, RegExp][] = [
    [join(folder, 'file'), /^The data folder .*file failed: a file is in the way\.$/],
    [join(folder, 'file', 'below'), /^The data folder .*below failed: part of the path is a file/],
  ];
  for (const [dataDir, message] of cases) {
    t.throws(() => createSqliteStore({ dataDir, now }), { code: 'storage_failed', message });
  }
});

t.test('a folder of another user', async (t) => {
  if (process.getuid?.() !== 0) {
    t.comment('SKIPPED: only root can become another user');
    return;
  }
  const folder = t.testdir({ data: {} });
  chmodSync(join(folder, 'data'), 0o555);
  const script = `
    process.setuid(65534);
    const { createSqliteStore } = await import(${JSON.stringify(import.meta.resolve('./create-sqlite-store.ts'))});
    try { createSqliteStore({ dataDir: ${JSON.stringify(join(folder, 'data'))}, now: Date.now }); }
    catch (error) { console.log(error.code + ' ' + error.message); }`;
  const args = ['--conditions=@tintype/source', '--input-type=module', '-e', script];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
  t.match(said, /^storage_failed The data folder .*data failed: this user has no right to write/);
});

t.test('what root makes in the folder of the service belongs to the service', async (t) => {
  if (process.getuid?.() !== 0) {
    t.comment('SKIPPED: only root can try this');
    return;
  }
  const dataDir = t.testdir();
  chownSync(dataDir, 65_534, 65_534);
  const store = createSqliteStore({ dataDir, now });
  await store.accounts.create({ name: 'a', plan: 'pro' });
  const owners = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => [
    name,
    statSync(join(dataDir, name)).uid,
  ]);
  t.ok(owners.length > 5);
  for (const [name, uid] of owners) t.equal(uid, 65_534, String(name));
  await store.close();
});

t.test('root gives nothing away through links of the service', async (t) => {
  if (process.getuid?.() !== 0) {
    t.comment('SKIPPED: only root can try this');
    return;
  }
  for (const name of ['tintype.db', 'rates.db', 'master.key', 'processes']) {
    const { dir, dataDir } = { dir: t.testdir(), dataDir: mkdtempSync(join(tmpdir(), 'tintype-')) };
    t.teardown(() => rmSync(dataDir, { recursive: true }));
    const precious = join(dir, 'precious');
    if (name === 'processes') mkdirSync(precious, { mode: 0o755 });
    else writeFileSync(precious, '', { mode: 0o644 });
    symlinkSync(precious, join(dataDir, name));
    lchownSync(join(dataDir, name), 65_534, 65_534);
    chownSync(dataDir, 65_534, 65_534);
    const before = statSync(precious);
    // The rates are worth nothing after a minute: a link in their place is removed.
    if (name === 'rates.db') await createSqliteStore({ dataDir, now }).close();
    else {
      t.throws(() => createSqliteStore({ dataDir, now }), {
        code: 'storage_failed',
        message: new RegExp(`${name} is a link that another user has made`),
      });
    }
    const { uid, mode } = statSync(precious);
    t.same({ uid, mode }, { uid: 0, mode: before.mode }, name);
    t.same(
      name === 'processes' ? readdirSync(precious) : readFileSync(precious, 'utf8'),
      name === 'processes' ? [] : '',
    );
  }
});

t.test('a link that stands where a file of its own is made is not followed', async (t) => {
  const dir = t.testdir({ precious: 'x' });
  symlinkSync(join(dir, 'precious'), join(dir, 'link'));
  t.throws(() => makeOwnedFile(join(dir, 'link'), 'y'), { code: 'EEXIST' });
  t.equal(readFileSync(join(dir, 'precious'), 'utf8'), 'x');
});

t.test('files that are no database of ours', async (t) => {
  const make = (content: string | Buffer) => {
    const dataDir = t.testdir();
    writeFileSync(join(dataDir, 'tintype.db'), content);
    return { dataDir, now };
  };
  t.throws(() => createSqliteStore(make('this is a text, and has been one always. '.repeat(200))), {
    code: 'storage_failed',
    message: /^The database .*tintype\.db failed: it is damaged or no database; restore it/,
  });
  const path = join(t.testdir(), 'x.db');
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE theirs (a)');
  other.close();
  t.throws(() => createSqliteStore(make(readFileSync(path))), {
    code: 'storage_failed',
    message: /tintype\.db is a database of another program\.$/,
  });
});

t.test('a database of the future', async (t) => {
  const dataDir = t.testdir();
  await createSqliteStore({ dataDir, now }).close();
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  t.throws(() => createSqliteStore({ dataDir, now }), {
    code: 'storage_failed',
    message: /was written by a newer Tintype \(version 999 .*\)\. Update Tintype\.$/,
  });
});

t.test('a damaged database', async (t) => {
  const dataDir = t.testdir();
  const store = createSqliteStore({ dataDir, now });
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  for (let i = 0; i < 200; i++) await store.requests.enqueue(newRequest(account.id), 1_000);
  await store.close();
  const path = join(dataDir, 'tintype.db');
  const content = readFileSync(path);
  content.fill(0xa5, 8 * 4096);
  writeFileSync(path, content);
  const read = async () => {
    const damaged = createSqliteStore({ dataDir, now });
    try {
      return await damaged.requests.list(account.id, { limit: 1_000 });
    } finally {
      await damaged.close().catch(() => {});
    }
  };
  await t.rejects(read(), { code: 'storage_failed', message: /damaged/ });
});

/** Copies to one row the sealed value of another, which cannot be opened by any key there. */
function exchange(
  dataDir: string,
  [table, column]: ['requests', 'parameters'] | ['tasks', 'query'],
  [id, other]: [string, string] | [number, number],
) {
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  const sql = `UPDATE ${table} SET ${column} = (SELECT ${column} FROM ${table} WHERE id = ?) WHERE id = ?`;
  const { changes } = database.prepare(sql).run(other, id);
  database.close();
  t.equal(Number(changes), 1);
}

t.test('a request that cannot be read holds up no other', async (t) => {
  const dataDir = t.testdir();
  const store = createSqliteStore({ dataDir, now });
  t.teardown(() => store.close());
  const [mine, other] = [newRequest('a'), newRequest('a')];
  for (const request of [mine, other]) await store.requests.enqueue(request, 10);
  exchange(dataDir, ['requests', 'parameters'], [mine.id, other.id]);
  t.match(await store.requests.get(mine.id), { status: 'queued', url: mine.parameters['url'] });
  t.equal((await store.requests.list('a', { limit: 9 })).length, 2);
  const claims = await store.requests.claim({ leaseMs: 1_000, limit: 9 });
  t.same(claims.map(({ request }) => request.id).toSorted(), [mine.id, other.id].toSorted());
  const broken = claims.find(({ request }) => request.unreadable);
  t.equal(broken?.request.id, mine.id);
  t.same(broken?.request.parameters, {});
  const whole = claims.find(({ request }) => !request.unreadable);
  t.same(whole?.request.parameters, other.parameters);
  if (broken)
    t.equal(await store.requests.fail(broken, { error: errorBody() }), true, 'and can be ended');
});

t.test('a task that cannot be read holds up no other', async (t) => {
  const dataDir = t.testdir();
  const store = createSqliteStore({ dataDir, now });
  t.teardown(() => store.close());
  const [mine, other] = [
    await store.tasks.create(newTask('a')),
    await store.tasks.create(newTask('a')),
  ];
  exchange(dataDir, ['tasks', 'query'], [mine.id, other.id]);
  t.match(await store.tasks.get('a', mine.id), { unreadable: true, query: '' });
  t.equal((await store.tasks.due(9)).length, 2);
  t.equal((await store.tasks.list()).length, 2);
  await t.rejects(store.tasks.update('a', mine.id, { name: 'x' }), {
    code: 'storage_failed',
    message: 'The query of this task cannot be decrypted. Set it again.',
  });
  const query = 'url=https://example.org';
  const set = await store.tasks.update('a', mine.id, { query });
  t.same([set?.query, set?.unreadable], [query, undefined]);
  t.same(await store.tasks.get('a', mine.id), set);
});

t.test('a damaged file of rates costs nothing', async (t) => {
  const dataDir = t.testdir({ 'rates.db': 'this is a text, and has been one. '.repeat(200) });
  const store = createSqliteStore({ dataDir, now });
  t.match(await store.usage.takeRate('a', 2), { allowed: true });
  await store.close();
});

t.test('the master key', async (t) => {
  const dataDir = t.testdir();
  const masterKey = 'ab'.repeat(32);
  const store = createSqliteStore({ dataDir, now, masterKey });
  const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
  await store.close();
  t.notOk(readdirSync(dataDir).includes('master.key'), 'one that is given is not written down');
  t.throws(() => createSqliteStore({ dataDir, now, masterKey: 'cd'.repeat(32) }), {
    code: 'storage_failed',
    message: /^The master key given is not the one that the secret keys .* were encrypted with\.$/,
  });
  t.throws(() => createSqliteStore({ dataDir, now }), {
    code: 'storage_failed',
    message: /master\.key is missing\. .*: restore it, or pass the master key as an option\.$/,
  });
  t.notOk(readdirSync(dataDir).includes('master.key'), 'a new one would be of no use');
  t.throws(() => createSqliteStore({ dataDir, now, masterKey: 'short' }), {
    code: 'invalid_parameter',
    message: /^masterKey must be /,
  });
  writeFileSync(join(dataDir, 'master.key'), masterKey);
  const again = createSqliteStore({ dataDir, now });
  t.equal(await again.accounts.secretKey(account.id), keys.secretKey);
  await again.close();
});

t.test('an emptied database is refused beside what a service left', async (t) => {
  const dataDir = t.testdir();
  await createSqliteStore({ dataDir, now }).close();
  const path = join(dataDir, 'tintype.db');
  const problem = {
    code: 'storage_failed',
    message: /tintype\.db is empty, but master\.key beside it .* Restore .*, or delete the empty/,
  };
  writeFileSync(path, '');
  t.throws(() => createSqliteStore({ dataDir, now }), problem);
  t.throws(() => rotateSqliteMasterKey({ dataDir, now }), problem);
  t.equal(statSync(path).size, 0, 'nothing was written to it');
  const empty = new DatabaseSync(path);
  empty.exec('PRAGMA journal_mode = WAL');
  empty.close();
  t.throws(() => createSqliteStore({ dataDir, now }), problem, 'one without tables');
  rmSync(join(dataDir, 'master.key'));
  t.throws(() => createSqliteStore({ dataDir, now }), { message: /but rates\.db beside it/ });
  rmSync(path);
  await createSqliteStore({ dataDir, now }).close();
  t.pass('without the file a new service starts');
});

t.test('a full disk', async (t) => {
  const dataDir = t.testdir();
  const store = createSqliteStore({ dataDir, now, maxDatabaseBytes: 500_000 });
  t.teardown(() => store.close());
  const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const claim = await claimOne(store, account.id, 10_000);
  await store.capacity.check();
  const queued: string[] = [];
  let html = 'x'.repeat(20_000);
  const fill = async () => {
    for (;;) {
      const request = newRequest(account.id, { parameters: { html } });
      await store.requests.enqueue(request, 10_000);
      queued.push(request.id);
      if (queued.length > 100) throw new Error('The disk has no end.');
    }
  };
  const full = {
    code: 'storage_full',
    status: 507,
    retryable: true,
    message: /the disk is full\.$/,
  };
  await t.rejects(fill(), full);
  // Smaller ones find room where that one did not, until there is none for anything.
  html = 'x'.repeat(500);
  await t.rejects(fill(), full);
  html = 'x'.repeat(20_000);
  t.ok(queued.length > 3);
  await t.rejects(store.capacity.check(), { code: 'storage_full', message: /the database of/ });
  const { reserved } = await store.usage.used(account.id);
  t.equal(reserved, queued.length + 1, 'what was refused reserved nothing');
  const delivery = newDelivery(account.id, { body: html });
  const success = { file: newFile(), counts: true };
  await t.rejects(store.requests.succeed(claim, success, delivery), full);
  t.match(await store.requests.get(claim.request.id), { status: 'processing' });
  t.equal(await store.files.get(success.file.name), undefined);
  t.ok(await store.accounts.findByAccessKey(keys.accessKey), 'reading goes on');
  t.match(await store.usage.takeRate(account.id, 5), { allowed: true });
  for (const id of queued) t.ok(await store.requests.get(id), 'what was queued is there');
});

t.test('a disk that is really full', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-full-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    t.comment('SKIPPED: this user cannot mount a small disk');
    return;
  }
  t.teardown(() => void execFileSync('umount', [folder]));
  const store = createSqliteStore({ dataDir: join(folder, 'data'), now });
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const request = newRequest(account.id);
  await store.requests.enqueue(request, 10);
  const full = { code: 'storage_full', message: /the disk is full\.$/ };
  await t.rejects(store.fileBytes.write(Buffer.alloc(2_000_000)), full);
  t.same(
    readdirSync(join(folder, 'data', 'files'), { recursive: true }).filter((name) =>
      String(name).includes('partial'),
    ),
    [],
  );
  writeFileSync(join(folder, 'filler'), Buffer.alloc(4096));
  try {
    for (;;) writeFileSync(join(folder, 'filler'), Buffer.alloc(4096), { flag: 'a' });
  } catch {
    // That was the last of it.
  }
  const parameters = { html: 'x'.repeat(100_000) };
  await t.rejects(store.requests.enqueue(newRequest(account.id, { parameters }), 10), full);
  t.ok(await store.requests.get(request.id));
  rmSync(join(folder, 'filler'));
  const after = newRequest(account.id, { parameters });
  t.match(await store.requests.enqueue(after, 10), { status: 'queued' }, 'there is room again');
  t.match(await store.usage.used(account.id), { reserved: 2 });
  await store.close();
});
