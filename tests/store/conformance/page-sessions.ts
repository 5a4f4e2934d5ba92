import type { NewPageSession } from '@tintype/store';
import { openLab, openPair, START, type MakePlace, type Suite } from './lab.ts';

const cookie = (name: string, value: string) => ({
  name,
  value,
  domain: 'shop.example',
  path: '/',
  httpOnly: true,
  secure: true,
});
const stateWith = (value: string) => ({
  cookies: [cookie('sid', value)],
  origins: [{ origin: 'https://shop.example', localStorage: [{ name: 'ü', value }] }],
});
const newSession = (given: Partial<NewPageSession> = {}): NewPageSession => ({
  name: 'shop',
  state: stateWith('one'),
  lastsMs: 1_000,
  ...given,
});
const login = {
  url: 'https://shop.example/login',
  steps: [{ type: 'change' as const, selectors: [['#user']], value: '{{user}}' }],
  secrets: { user: 'jane' },
};

const generationOf = (found: { version?: string | undefined } | undefined) =>
  found?.version?.split(':')[0];

export async function pageSessionsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('a state that does not parse is an error', async (t) => {
    const { store, account } = await openPair(t, makePlace);
    const one = await account();
    const state = { ...stateWith('one'), cookies: 'none' } as unknown as NewPageSession['state'];
    await store.pageSessions.put(one, newSession({ state }), 9);
    await t.rejects(store.pageSessions.read(one, 'shop'), {
      code: 'session_not_found',
      message: 'The stored state of the session shop cannot be used: cookies is no list.',
    });
    await store.pageSessions.put(one, newSession(), 9);
    t.match(await store.pageSessions.read(one, 'shop'), { state: stateWith('one') });
  });

  t.test('a session is read as it was written, by its account only', async (t) => {
    const { store, second, account, clock } = await openPair(t, makePlace);
    const [one, other] = [await account(), await account()];
    const made = await store.pageSessions.put(one, newSession({ login }), 9);
    const times = { createdAt: START, updatedAt: START, usedAt: START, expiresAt: START + 1_000 };
    const bytes = Buffer.byteLength(JSON.stringify(stateWith('one')));
    const shown = { name: 'shop', ...times, cookies: 1, origins: 1, bytes, hasLogin: true };
    t.same(made, shown, 'without state and login');
    t.same(await second.pageSessions.get(one, 'shop'), shown);
    t.same(await second.pageSessions.list(one), [shown]);
    const { version, ...content } = (await second.pageSessions.read(one, 'shop')) ?? {};
    t.same(content, { state: stateWith('one'), login, usedAt: START, expiresAt: START + 1_000 });
    t.type(version, 'string');

    await second.pageSessions.put(other, newSession({ state: stateWith('two') }), 9);
    t.match(await store.pageSessions.read(other, 'shop'), { state: stateWith('two') });
    t.match(await store.pageSessions.read(one, 'shop'), { state: stateWith('one') });
    t.equal(await store.pageSessions.read(one, 'SHOP'), undefined);
    t.equal(await store.pageSessions.get('nobody', 'shop'), undefined);
    t.same(await store.pageSessions.list('nobody'), []);
    t.equal(await store.pageSessions.remove(other, 'shop'), true);
    t.equal(await second.pageSessions.remove(other, 'shop'), false);
    t.ok(await second.pageSessions.read(one, 'shop'));

    clock.now += 100;
    const replaced = await second.pageSessions.put(one, newSession({ state: stateWith('3') }), 9);
    t.match(replaced, { createdAt: START, updatedAt: START + 100, hasLogin: false });
    const next = await store.pageSessions.read(one, 'shop');
    t.match(next, { state: stateWith('3') });
    t.not(generationOf(next), generationOf({ version }), 'a replacement has another generation');
    t.notOk(next && 'login' in next);
    t.not(next?.version, version);
  });

  t.test('of two writes from one version, one is refused', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const one = await account();
    await store.pageSessions.put(one, newSession({ login }), 9);
    const { version = '' } = (await store.pageSessions.read(one, 'shop')) ?? {};
    const write = (to: typeof store, value: string) =>
      to.pageSessions.write(one, 'shop', stateWith(value), version);
    const done = await Promise.all([write(store, 'a'), write(second, 'b')]);
    t.equal(done.filter(Boolean).length, 1);
    const written = await store.pageSessions.read(one, 'shop');
    t.match(written, { state: stateWith(done[0] ? 'a' : 'b'), login });
    t.equal(generationOf(written), generationOf({ version }));
    t.equal(await write(store, 'c'), false);
    t.equal(await store.pageSessions.remove(one, 'shop'), true);
    t.equal(await write(store, 'c'), false, 'it is gone');
    await store.pageSessions.put(one, newSession(), 9);
    t.equal(await write(store, 'c'), false, 'a new session of the same name is another one');
    t.equal(await second.pageSessions.write('nobody', 'shop', stateWith('d'), version), false);
  });

  t.test('a session ends some time after its last use, and a sweep removes it', async (t) => {
    const { store, second, account, clock } = await openPair(t, makePlace);
    const one = await account();
    await store.pageSessions.put(one, newSession(), 9);
    clock.now += 999;
    t.equal(await second.pageSessions.touch(one, 'shop'), true);
    t.match(await store.pageSessions.get(one, 'shop'), {
      usedAt: START + 999,
      updatedAt: START,
      expiresAt: START + 1_999,
    });
    clock.now += 999;
    const { version = '' } = (await store.pageSessions.read(one, 'shop')) ?? {};
    t.equal(await store.pageSessions.write(one, 'shop', stateWith('2'), version), true);
    clock.now += 999;
    await store.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 });
    const last = await store.pageSessions.read(one, 'shop');
    t.match(last, { state: stateWith('2'), usedAt: START + 1_998 });
    clock.now += 1;
    t.equal(await second.pageSessions.read(one, 'shop'), undefined);
    t.equal(await second.pageSessions.get(one, 'shop'), undefined);
    t.same(await second.pageSessions.list(one), []);
    t.equal(await store.pageSessions.touch(one, 'shop'), false);
    t.equal(
      await store.pageSessions.write(one, 'shop', stateWith('3'), last?.version ?? ''),
      false,
    );
    t.equal(await store.pageSessions.remove(one, 'shop'), false);
    await second.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 });
    clock.now -= 1;
    t.equal(await store.pageSessions.get(one, 'shop'), undefined, 'its row is gone');
  });

  t.test('an account has a bounded number of bounded sessions', async (t) => {
    const { store, account, clock } = await openLab(t, makePlace);
    const one = await account();
    for (const name of ['b', 'a']) await store.pageSessions.put(one, newSession({ name }), 2);
    t.same(
      (await store.pageSessions.list(one)).map(({ name }) => name),
      ['a', 'b'],
    );
    const more = () => store.pageSessions.put(one, newSession({ name: 'c' }), 2);
    await t.rejects(more(), { code: 'plan_required', message: /has 2 sessions/ });
    t.ok(await store.pageSessions.put(one, newSession({ name: 'a', lastsMs: 10 }), 2), 'replaced');
    clock.now += 10;
    t.ok(await more(), 'one has expired');

    const large = stateWith('ü'.repeat(300_000));
    const refused = { code: 'payload_too_large', message: /1048576 bytes/ };
    await t.rejects(
      store.pageSessions.put(one, newSession({ name: 'b', state: large }), 2),
      refused,
    );
    const { version = '' } = (await store.pageSessions.read(one, 'b')) ?? {};
    await t.rejects(store.pageSessions.write(one, 'b', large, version), refused);
    t.match(await store.pageSessions.read(one, 'b'), { state: stateWith('one'), version });
  });

  t.test('the session of a login in progress is neither listed nor counted', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const one = await account();
    await store.pageSessions.put(one, newSession(), 1);
    await store.pageSessions.put(one, newSession({ name: 'login', isPending: true }), 1);
    t.same(
      (await second.pageSessions.list(one)).map(({ name }) => name),
      ['shop'],
    );
    const { version = '' } = (await second.pageSessions.read(one, 'login')) ?? {};
    t.equal(await second.pageSessions.write(one, 'login', stateWith('2'), version), true);
    t.ok(await store.pageSessions.put(one, newSession(), 1));
    t.equal(await store.pageSessions.remove(one, 'login'), true);
  });

  t.test('the sessions of a revoked account are gone, and it gets no others', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const [one, other] = [await account(), await account()];
    await store.pageSessions.put(one, newSession(), 9);
    await store.pageSessions.put(other, newSession(), 9);
    const { version = '' } = (await store.pageSessions.read(one, 'shop')) ?? {};
    await store.accounts.revoke(one);
    t.same(await second.pageSessions.list(one), []);
    t.equal(await second.pageSessions.write(one, 'shop', stateWith('2'), version), false);
    await t.rejects(second.pageSessions.put(one, newSession(), 9), { code: 'unauthorized' });
    t.equal((await second.pageSessions.list(other)).length, 1);
  });
}
