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
  await pageSessions.put(one.id, { name: 'shop', state, lastsMs: 100_000 }, 9);
  const sessions = accountSessions({ pageSessions, now }, one.id);
  const usedAt = async () => (await pageSessions.get(one.id, 'shop'))?.usedAt;
  at += 59_999;
  t.match(await sessions.read('shop'), { state, version: String });
  t.equal(await usedAt(), 1_000_000);
  at += 1;
  const { version = '' } = (await sessions.read('shop')) ?? {};
  t.equal(await usedAt(), 1_060_000);
  t.equal(await accountSessions({ pageSessions, now }, other.id).read('shop'), undefined);
  t.equal(
    await accountSessions({ pageSessions, now }, other.id).write('shop', state, version),
    false,
  );
  t.equal(await sessions.write('shop', state, version), true);
  t.equal(await sessions.write('shop', state, version), false);
  const failing = { ...pageSessions, touch: () => Promise.reject(new Error('the disk is full')) };
  at += 60_000;
  t.ok(await accountSessions({ pageSessions: failing, now }, one.id).read('shop'));
});
