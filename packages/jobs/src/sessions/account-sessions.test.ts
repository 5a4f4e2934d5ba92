import { createSqliteStore } from '@tintype/store';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { accountSessions } from './account-sessions.ts';

t.test('a use is noted, at most once a minute, and only for its account', async (t) => {
  let at = 1_000_000;
  const now = () => at;
  const store = createSqliteStore({ dataDir: makeFolder(t), now });
  t.teardown(() => store.close());
  const { pageSessions } = store;
  const make = async (name: string) => (await store.accounts.create({ name, plan: 'pro' })).account;
  const [one, other] = [await make('one'), await make('other')];
  const state = { cookies: [], origins: [] };
  await pageSessions.put(one.id, { name: 'shop', state, lastsMs: 300_000 }, 9);
  const sessions = accountSessions({ pageSessions, now })(one.id);
  const usedAt = async () => (await pageSessions.get(one.id, 'shop'))?.usedAt;
  at += 59_999;
  t.match(await sessions.read('shop'), { state, version: String });
  t.equal(await usedAt(), 1_000_000);
  at += 1;
  const { version = '' } = (await sessions.read('shop')) ?? {};
  t.equal(await usedAt(), 1_060_000);
  t.equal(await accountSessions({ pageSessions, now })(other.id).read('shop'), undefined);
  t.equal(
    await accountSessions({ pageSessions, now })(other.id).write('shop', state, version),
    false,
  );
  t.equal(await sessions.write('shop', state, version), true);
  t.equal(await sessions.write('shop', state, version), false);
  const failing = { ...pageSessions, touch: () => Promise.reject(new Error('the disk is full')) };
  at += 60_000;
  t.ok(await accountSessions({ pageSessions: failing, now })(one.id).read('shop'));
});

t.test('a session that lasts a minute does not expire while it is used', async (t) => {
  let at = 1_000_000;
  const now = () => at;
  const store = createSqliteStore({ dataDir: makeFolder(t), now });
  t.teardown(() => store.close());
  const { pageSessions } = store;
  const { account } = await store.accounts.create({ name: 'one', plan: 'pro' });
  const state = { cookies: [], origins: [] };
  await pageSessions.put(account.id, { name: 'shop', state, lastsMs: 60_000 }, 9);
  const sessions = accountSessions({ pageSessions, now })(account.id);
  for (let use = 1; use <= 5; use += 1) {
    at += 40_000;
    t.ok(await sessions.read('shop'), `after ${use * 40} s`);
  }
  const usedAt = async () => (await pageSessions.get(account.id, 'shop'))?.usedAt;
  const before = await usedAt();
  at += 14_999;
  await sessions.read('shop');
  t.equal(await usedAt(), before, 'noted after a quarter of the time at the earliest');
  at += 1;
  await sessions.read('shop');
  t.equal(await usedAt(), at);
});
