import { openLab, openPair, START, type MakePlace, type Suite } from './lab.ts';

export async function sessionsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('a session is found by its secret until it ends', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const { sessions } = store;
    const made = await sessions.create({ purpose: 'session', lastsMs: 1_000 });
    if (made === undefined) throw new Error('No session.');
    t.match(made.secret, /^[\w-]{43}$/);
    t.match(made.session, { purpose: 'session', createdAt: START, expiresAt: START + 1_000 });
    t.same(await second.sessions.find('session', made.secret), made.session);
    t.equal(await sessions.find('token', made.secret), undefined, 'for what it is');
    t.equal(await sessions.find('session', `${made.secret}x`), undefined);
    t.equal(await sessions.find('session', "' OR 1=1"), undefined);
    clock.now += 1_000;
    t.equal(await sessions.find('session', made.secret), undefined, 'its time is over');
    const next = await sessions.create({ purpose: 'session', lastsMs: 1_000 });
    t.equal(await second.sessions.end('session', next?.secret ?? ''), true);
    t.equal(await sessions.find('session', next?.secret ?? ''), undefined);
    t.equal(await sessions.end('session', next?.secret ?? ''), false);
  });

  t.test('a link is good once', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const made = await store.sessions.create({ purpose: 'link', lastsMs: 1_000 });
    const secret = made?.secret ?? '';
    const both = await Promise.all([
      store.sessions.take('link', secret),
      second.sessions.take('link', secret),
    ]);
    t.same(
      both.filter((found) => found !== undefined).map(({ id }) => id),
      [made?.session.id],
    );
  });

  t.test('a session of an account ends with its key', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    const { accessKey } = keys;
    const make = async (key: string) => {
      const made = await store.sessions.create({
        purpose: 'session',
        accessKey: key,
        lastsMs: 1e9,
      });
      return made?.secret ?? '';
    };
    t.equal(await make('no-key-of-anybody'), '', 'of a key that there is not');
    t.equal(await make(''), '');
    const secret = await make(accessKey);
    t.match(await second.sessions.find('session', secret), { account: { id: account.id } });
    await store.accounts.update(account.id, { plan: 'scale' });
    t.match(await second.sessions.find('session', secret), { account: { plan: 'scale' } });
    const rotated = await store.accounts.rotate(account.id, 'access', { overlapMs: 500 });
    t.match(await second.sessions.find('session', secret), { account: { id: account.id } });
    clock.now += 500;
    t.equal(await second.sessions.find('session', secret), undefined, 'the key has ended');
    const other = await make(rotated?.accessKey ?? '');
    t.ok(await second.sessions.find('session', other));
    await store.accounts.revoke(account.id);
    t.equal(await second.sessions.find('session', other), undefined, 'the account has ended');
  });

  t.test('an account has a bounded number, and the operator, too', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    const { keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    const secrets: string[] = [];
    for (let count = 0; count < 51; count++) {
      const made = await store.sessions.create({
        purpose: 'session',
        accessKey: keys.accessKey,
        lastsMs: 1e9,
      });
      secrets.push(made?.secret ?? '');
      clock.now += 1;
    }
    const operators = await store.sessions.create({ purpose: 'session', lastsMs: 1e9 });
    t.equal(await store.sessions.find('session', secrets[0] ?? ''), undefined, 'the oldest went');
    t.ok(await store.sessions.find('session', secrets[1] ?? ''));
    t.ok(await store.sessions.find('session', operators?.secret ?? ''));
    t.equal(await store.sessions.endOperators(), 1);
    t.equal(await store.sessions.find('session', operators?.secret ?? ''), undefined);
    t.ok(await store.sessions.find('session', secrets[50] ?? ''), 'others stay');
  });
}

export async function journalConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('what was written is listed, newest first', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    for (let count = 0; count < 6; count++) {
      await store.journal.write('audit', `{"n":${count},"ü":1}`, 4);
      await second.journal.write('figures', `${count}`, 100);
      clock.now += 10;
    }
    const audit = await second.journal.list('audit', { limit: 10 });
    t.same(
      audit.map(({ text, at }) => [text, at]),
      [5, 4, 3, 2].map((n) => [`{"n":${n},"ü":1}`, START + n * 10]),
      'so many stay',
    );
    const before = audit[1]?.id ?? 0;
    t.same(await store.journal.list('audit', { limit: 1, before }), [audit[2]]);
    const since = await store.journal.list('figures', { limit: 10, sinceAt: START + 30 });
    t.same(
      since.map(({ text }) => text),
      ['5', '4', '3'],
    );
    await t.rejects(store.journal.write('audit', 'x'.repeat(16_385), 4), {
      code: 'invalid_parameter',
    });
  });
}
