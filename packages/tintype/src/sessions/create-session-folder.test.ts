import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageState } from '@tintype/contract';
import t, { type Test } from 'tap';
import { createSessionFolder } from './create-session-folder.ts';

const day = 86_400_000;

function state(value: string): StorageState {
  const cookie = { name: 'a', value, domain: 'a.example', path: '/', httpOnly: true, secure: true };
  return { cookies: [cookie], origins: [] };
}

function open(t: Test) {
  const folder = join(t.testdir({}), 'sessions');
  const clock = { now: Date.now() };
  const make = () => createSessionFolder({ folder, now: () => clock.now });
  return { folder, clock, make, store: make() };
}

/** Files of sessions, without the empty ones of removed sessions. */
const sessionsIn = (folder: string) =>
  readdirSync(folder).filter(
    (name) => name.endsWith('.session') && statSync(join(folder, name)).size > 0,
  );

t.test('stores, replaces, lists and deletes sessions', async (t) => {
  const { store, folder, make } = open(t);
  t.equal(await store.read('one'), undefined);
  t.same(await store.list(), []);
  const login = { url: 'https://a.example/', steps: [{ type: 'pause' as const, ms: 1 }] };
  await store.put('one', { state: state('1'), login });
  await store.put('two', { state: state('2') });
  t.match(await make().read('one'), { state: state('1'), login });
  t.same(
    (await store.list()).map(({ name, cookies, origins }) => [name, cookies, origins]),
    [
      ['one', 1, 0],
      ['two', 1, 0],
    ],
  );
  await store.put('one', { state: state('3') });
  const replaced = await store.read('one');
  t.match(replaced, { state: state('3') });
  t.notOk(replaced && 'login' in replaced);
  t.equal(await store.delete('one'), true);
  t.equal(await store.delete('one'), false);
  t.equal(await store.read('one'), undefined);
  t.equal(sessionsIn(folder).length, 1);
  if (process.platform === 'win32') return;
  t.equal(statSync(folder).mode & 0o777, 0o700);
  for (const file of readdirSync(folder)) {
    t.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
  }
});

t.test('writes only the version that was read, and keeps the login', async (t) => {
  const { store, folder } = open(t);
  const login = { url: 'https://a.example/', steps: [] };
  await store.put('one', { state: state('1'), login });
  const { version = '' } = (await store.read('one')) ?? {};
  t.equal(await store.write('one', state('2'), version), true);
  t.equal(await store.write('one', state('3'), version), false);
  t.match(await store.read('one'), { state: state('2'), login });
  t.equal(await store.write('none', state('1'), version), false);
  t.equal(sessionsIn(folder).length, 1);
});

t.test('of many writers of one version one succeeds', async (t) => {
  const { store, make, folder } = open(t);
  await store.put('one', { state: state('0') });
  const stores = [store, make(), make()];
  const writers = [...stores, ...stores, ...stores];
  for (let round = 0; round < 10; round += 1) {
    const { version = '' } = (await store.read('one')) ?? {};
    const outcomes = await Promise.all(
      writers.map((each, n) => each.write('one', state(`${round}-${n}`), version)),
    );
    const winner = outcomes.indexOf(true);
    t.equal(outcomes.filter(Boolean).length, 1);
    t.match(await store.read('one'), { state: state(`${round}-${winner}`) });
  }
  t.equal(sessionsIn(folder).length, 1);
});

t.test('a write that comes after a deletion does not bring the session back', async (t) => {
  const { store } = open(t);
  await store.put('one', { state: state('1') });
  const { version = '' } = (await store.read('one')) ?? {};
  await store.delete('one');
  t.equal(await store.write('one', state('2'), version), false);
  await store.put('one', { state: state('3') });
  t.equal(await store.write('one', state('2'), version), false);
  t.match(await store.read('one'), { state: state('3') });
});

t.test('a process that is killed as it writes does not bring a deleted session back', async (t) => {
  const { store, folder, make } = open(t);
  await store.put('one', { state: state('1') });
  const [file = ''] = sessionsIn(folder);
  const content = readFileSync(join(folder, file));
  await store.delete('one');
  const [, key = '', version = ''] = /^(\w+)\.(\d+)/.exec(file) ?? [];
  // The next version is linked, and the process dies before it checks that the one before is there.
  const linked = join(folder, `${key}.${Number(version) + 1}.session`);
  t.throws(() => writeFileSync(linked, content, { flag: 'wx' }), { code: 'EEXIST' });
  t.equal(await make().read('one'), undefined);
  t.same(await make().list(), []);
  await store.put('one', { state: state('2') });
  t.match(await make().read('one'), { state: state('2') });
  t.equal(sessionsIn(folder).length, 1);
});

t.test('the empty files of deleted sessions are removed after an hour', async (t) => {
  const { store, folder } = open(t);
  const left = () => readdirSync(folder).filter((name) => name.endsWith('.session'));
  await store.put('one', { state: state('1') });
  await store.put('two', { state: state('1') });
  await store.delete('one');
  t.equal(left().length, 2);
  const [empty = ''] = left().filter((name) => statSync(join(folder, name)).size === 0);
  const old = Date.now() / 1000 - 3700;
  utimesSync(join(folder, empty), old, old);
  await store.delete('two');
  t.equal(left().length, 1);
  t.notOk(left().includes(empty));
});

t.test('versions of one session have its generation, which a replacement changes', async (t) => {
  const { store, make } = open(t);
  const version = async () => (await make().read('one'))?.version ?? '';
  const generation = async () => (await version()).split(':')[0];
  await store.put('one', { state: state('1') });
  const first = await generation();
  t.ok(first);
  t.equal(await store.write('one', state('2'), await version()), true);
  t.equal(await generation(), first);
  await store.put('one', { state: state('3') });
  const second = await generation();
  t.not(second, first);
  await store.delete('one');
  await store.put('one', { state: state('3') });
  t.not(await generation(), second);
});

t.test('a session expires 30 days after its last use', async (t) => {
  const { store, clock, folder } = open(t);
  await store.put('one', { state: state('1') });
  clock.now += 29 * day;
  t.ok(await store.read('one'));
  clock.now += 29 * day;
  const [info] = await store.list();
  t.ok(Math.abs((info?.expiresAt ?? 0) - clock.now - day) < 60_000);
  t.ok(await store.read('one'));
  clock.now += 30 * day + 60_000;
  t.equal(await store.read('one'), undefined);
  t.same(await store.list(), []);
  t.same(sessionsIn(folder), []);
});

t.test('what a killed process left is ignored, and removed later', async (t) => {
  const { store, folder } = open(t);
  await store.put('one', { state: state('1') });
  const partial = join(folder, '0123456789abcdef.partial');
  writeFileSync(partial, 'half');
  await store.put('one', { state: state('2') });
  t.ok(statSync(partial), 'another process may be writing it');
  const old = Date.now() / 1000 - 120;
  utimesSync(partial, old, old);
  await store.put('one', { state: state('3') });
  t.notOk(readdirSync(folder).includes('0123456789abcdef.partial'));
  t.equal((await store.list()).length, 1);
});

t.test('another key, and a changed file, are errors', async (t) => {
  const { store, folder, make } = open(t);
  await store.put('one', { state: state('1') });
  rmSync(join(folder, 'session.key'));
  await t.rejects(make().read('one'), { code: 'storage_failed' });
  const [file = ''] = sessionsIn(folder);
  writeFileSync(join(folder, file), 'torn');
  await t.rejects(store.read('one'), { code: 'storage_failed' });
});

t.test('lists what can be read, and names the files that cannot', async (t) => {
  const { store, folder, make } = open(t);
  await store.put('one', { state: state('1') });
  const [file = ''] = sessionsIn(folder);
  writeFileSync(join(folder, file), 'torn');
  await store.put('two', { state: state('1') });
  await store.put('three', { state: { cookies: 'none' } as unknown as StorageState });
  const [torn, ...others] = (await make().list()).toSorted((a, b) => b.name.length - a.name.length);
  t.match(torn, { name: file, cookies: 0, problem: /^The session in .* cannot be read/ });
  const three = 'The stored state of the session three cannot be used: cookies is no list.';
  t.match(
    others.map(({ problem }) => problem),
    new Set([undefined, three]),
  );
  await t.rejects(store.read('three'), { code: 'session_not_found', message: three });
  t.equal(await store.delete('one'), true, 'an unreadable session can be deleted');
  t.equal((await store.list()).length, 2);
});
