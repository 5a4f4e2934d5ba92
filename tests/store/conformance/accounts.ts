import type { NewAccount } from '@tintype/store';
import { openLab, openPair, START, type MakePlace, type Suite } from './lab.ts';

export async function accountsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('an account is what was said', async (t) => {
    const { store } = await openLab(t, makePlace);
    const { account, keys } = await store.accounts.create({
      name: 'Größe & Söhne',
      plan: 'free',
      status: 'unpaid',
      signatureRequired: true,
      signatureVersion: 2,
      ratePerMinute: 7,
      quotaPerMonth: 0,
    });
    t.match(account.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    t.same(account, {
      id: account.id,
      name: 'Größe & Söhne',
      plan: 'free',
      status: 'unpaid',
      signatureRequired: true,
      signatureVersion: 2,
      ratePerMinute: 7,
      quotaPerMonth: 0,
      createdAt: START,
    });
    t.match(keys.accessKey, /^[A-Za-z0-9_][A-Za-z0-9_-]{23}$/);
    t.match(keys.secretKey, /^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
    t.same(await store.accounts.get(account.id), account);
    t.same(await store.accounts.list(), [account]);
    t.same(await store.accounts.findByAccessKey(keys.accessKey), account);
    t.equal(await store.accounts.secretKey(account.id), keys.secretKey);
  });

  t.test('no other key opens it', async (t) => {
    const { store } = await openLab(t, makePlace);
    const { keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    const last = keys.accessKey.endsWith('A') ? 'B' : 'A';
    for (const key of [
      '',
      keys.secretKey,
      keys.accessKey.slice(0, -1),
      keys.accessKey.slice(0, -1) + last,
      keys.accessKey.toLowerCase(),
      `${keys.accessKey} `,
      "' OR 1=1 --",
      'x'.repeat(1_000_000),
      '\0',
    ]) {
      t.equal(await store.accounts.findByAccessKey(key), undefined, key.slice(0, 30));
    }
    t.equal(await store.accounts.get('nobody'), undefined);
    t.equal(await store.accounts.secretKey('nobody'), undefined);
  });

  t.test('rotating ends the old keys at once, for every process', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    t.ok(await second.accounts.findByAccessKey(keys.accessKey));
    const access = await store.accounts.rotate(account.id, 'access');
    t.same(Object.keys(access ?? {}), ['accessKey']);
    t.equal(await second.accounts.findByAccessKey(keys.accessKey), undefined);
    t.equal((await second.accounts.findByAccessKey(access?.accessKey ?? ''))?.id, account.id);
    t.equal(await second.accounts.secretKey(account.id), keys.secretKey, 'the other one stays');
    const secret = await store.accounts.rotate(account.id, 'secret');
    t.same(Object.keys(secret ?? {}), ['secretKey']);
    t.not(secret?.secretKey, keys.secretKey);
    t.equal(await second.accounts.secretKey(account.id), secret?.secretKey);
    const both = await second.accounts.rotate(account.id, 'both');
    t.equal(await store.accounts.findByAccessKey(access?.accessKey ?? ''), undefined);
    t.ok(await store.accounts.findByAccessKey(both?.accessKey ?? ''));
    t.equal(await store.accounts.secretKey(account.id), both?.secretKey);
    t.equal(await store.accounts.rotate('nobody', 'both'), undefined);
  });

  t.test('rotated keys overlap for as long as is said', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const { account, keys: first } = await store.accounts.create({ name: 'a', plan: 'pro' });
    const { id } = account;
    const idOf = async (key = '') => (await second.accounts.findByAccessKey(key))?.id;
    const next = await store.accounts.rotate(id, 'both', { overlapMs: 1_000 });
    t.same([await idOf(first.accessKey), await idOf(next?.accessKey)], [id, id]);
    t.equal(await second.accounts.secretKey(id), next?.secretKey, 'the new one signs');
    t.same(await second.accounts.secretKeys(id), [next?.secretKey, first.secretKey]);
    t.match(await second.accounts.get(id), { previousKeysUntil: clock.now + 1_000 });
    const keys = { accessKey: first.accessKey };
    await t.rejects(store.accounts.create({ name: 'b', plan: 'pro', keys }), /another account/);

    const third = await store.accounts.rotate(id, 'access', { overlapMs: 5_000 });
    t.equal(await idOf(first.accessKey), undefined, 'what was before the old one ends');
    clock.now += 1_000;
    t.same([await idOf(next?.accessKey), await idOf(third?.accessKey)], [id, id]);
    t.same(await second.accounts.secretKeys(id), [next?.secretKey], 'each key has its own time');
    clock.now += 4_000;
    t.same([await idOf(next?.accessKey), await idOf(third?.accessKey)], [undefined, id]);
    await store.sweep({ requestsMs: 1, deliveriesMs: 1 });
    t.notOk((await second.accounts.get(id))?.previousKeysUntil, 'it is gone');

    const fourth = await store.accounts.rotate(id, 'both', { overlapMs: 5_000 });
    const fifth = await store.accounts.rotate(id, 'both');
    t.same([await idOf(third?.accessKey), await idOf(fourth?.accessKey)], [undefined, undefined]);
    t.same(await second.accounts.secretKeys(id), [fifth?.secretKey], 'without one, at once');
    await store.accounts.rotate(id, 'both', { overlapMs: 5_000 });
    await store.accounts.revoke(id);
    t.equal(await idOf(fifth?.accessKey), undefined);
    t.same(await second.accounts.secretKeys(id), []);
    for (const overlapMs of [-1, 0.5, 31 * 24 * 60 * 60_000]) {
      const rotated = store.accounts.rotate(id, 'both', { overlapMs });
      await t.rejects(rotated, { code: 'invalid_parameter', message: /^overlapMs must be / });
    }
  });

  t.test('revoking is final', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    t.equal(await store.accounts.revoke(account.id), true);
    t.equal(await second.accounts.findByAccessKey(keys.accessKey), undefined);
    t.equal(await second.accounts.secretKey(account.id), undefined);
    t.equal((await second.accounts.get(account.id))?.status, 'revoked');
    t.equal(await store.accounts.revoke(account.id), false);
    t.equal(await store.accounts.rotate(account.id, 'both'), undefined);
    t.equal(await store.accounts.update(account.id, { status: 'active' }), undefined);
    t.ok(await store.accounts.create({ name: 'a', plan: 'pro' }), 'its name is free again');
    t.equal((await store.accounts.list()).length, 2);
  });

  t.test('a publishable key opens nothing as an access key', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    const made = await store.accounts.publish(account.id, ['screenshot', 'pdf', 'pdf']);
    const key = made?.publishableKey ?? '';
    t.match(key, /^pk_[A-Za-z0-9_-]{21}$/);
    const published = await second.accounts.findByPublishableKey(key);
    t.same(published, { ...account, publishableKinds: ['screenshot', 'pdf'] });
    t.equal(await store.accounts.findByAccessKey(key), undefined);
    t.equal(await store.accounts.findByPublishableKey(keys.accessKey), undefined);
    t.same(await store.accounts.findByAccessKey(keys.accessKey), published);
    const again = await second.accounts.publish(account.id, ['pdf']);
    t.equal(await store.accounts.findByPublishableKey(key), undefined, 'the old one is invalid');
    const next = again?.publishableKey ?? '';
    await store.accounts.update(account.id, { plan: 'scale' });
    t.match(await store.accounts.findByPublishableKey(next), { publishableKinds: ['pdf'] });
    t.equal(await store.accounts.unpublish(account.id), true);
    t.equal(await store.accounts.unpublish(account.id), false);
    t.equal(await store.accounts.findByPublishableKey(next), undefined);
    const last = await store.accounts.publish(account.id, ['pdf']);
    await store.accounts.revoke(account.id);
    t.equal(await store.accounts.findByPublishableKey(last?.publishableKey ?? ''), undefined);
    t.equal(await store.accounts.publish(account.id, ['pdf']), undefined);
    for (const kinds of [[], ['jpeg']]) {
      await t.rejects(store.accounts.publish(account.id, kinds as never), {
        code: 'invalid_parameter',
        message: /^kinds must be some of screenshot/,
      });
    }
    for (const odd of ['', 'pk_', "pk_' OR 1=1 --", 'x'.repeat(1_000_000)]) {
      t.equal(await store.accounts.findByPublishableKey(odd), undefined);
    }
  });

  t.test('changes', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const { account } = await store.accounts.create({ name: 'a', plan: 'pro', quotaPerMonth: 5 });
    const changed = await store.accounts.update(account.id, {
      plan: 'scale',
      status: 'unpaid',
      signatureRequired: true,
      signatureVersion: 2,
      ratePerMinute: 9,
      quotaPerMonth: null,
    });
    const { quotaPerMonth: _, ...others } = account;
    t.same(changed, {
      ...others,
      plan: 'scale',
      status: 'unpaid',
      signatureRequired: true,
      signatureVersion: 2,
      ratePerMinute: 9,
    });
    t.same(await second.accounts.get(account.id), changed);
    t.same(await store.accounts.update(account.id, {}), changed, 'nothing said, nothing changed');
    t.equal((await store.accounts.update(account.id, { name: 'a' }))?.name, 'a', 'its own name');
    t.equal(await store.accounts.update('nobody', {}), undefined);
  });

  t.test('wrong values', async (t) => {
    const { store } = await openLab(t, makePlace);
    await store.accounts.create({
      name: 'taken',
      plan: 'pro',
      keys: { accessKey: 'k'.repeat(16) },
    });
    const cases: [object, RegExp][] = [
      [{ name: '' }, /^name must be 1 to 100 characters on one line.*; got ""/],
      [{ name: 'x'.repeat(101) }, /^name must be 1 to 100 characters/],
      [{ name: 'a\nb' }, /^name must be/],
      [{ name: ' a' }, /^name must be/],
      [{ name: 5 }, /^name must be .*; got 5\./],
      [{ name: 'taken' }, /^name: there is an account called taken already/],
      [
        { plan: 'scal' },
        /^plan must be one of free, pro, scale; got "scal"\. Did you mean scale\?/,
      ],
      [{ status: 'revoked' }, /^status must be one of active, unpaid/],
      [{ signatureRequired: 'yes' }, /^signatureRequired must be true or false; got "yes"/],
      [{ ratePerMinute: 0 }, /^ratePerMinute must be an integer from 1 to 1000000; got 0\./],
      [{ ratePerMinute: 1.5 }, /^ratePerMinute must be .*; got 1.5\./],
      [{ quotaPerMonth: -1 }, /^quotaPerMonth must be an integer from 0 .*; got -1\./],
      [{ keys: { accessKey: 'k'.repeat(16) } }, /^accessKey: another account has this key/],
      [{ keys: { accessKey: 'short' } }, /^accessKey must be 16 to 24 .*not shown.*length is 5/],
      [{ keys: { accessKey: `${'a'.repeat(16)}!` } }, /^accessKey must be 16 to 24/],
      [{ keys: { secretKey: 'with space in the text' } }, /^secretKey must be 16 to 128/],
    ];
    for (const [change, message] of cases) {
      const input = { name: 'fine', plan: 'pro', ...change } as NewAccount;
      await t.rejects(
        store.accounts.create(input),
        { code: 'invalid_parameter', message },
        JSON.stringify(change).slice(0, 60),
      );
    }
    t.equal((await store.accounts.list()).length, 1, 'none of them left anything behind');
  });

  t.test('the first account is made once', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const made = await Promise.all(
      [store, second, store, second].map((each) =>
        each.accounts.createFirst({ name: 'default', plan: 'scale' }),
      ),
    );
    t.equal(made.filter(Boolean).length, 1);
    t.equal((await store.accounts.list()).length, 1);
    await store.accounts.revoke(made.find(Boolean)?.account.id ?? '');
    t.ok(await store.accounts.createFirst({ name: 'default', plan: 'scale' }), 'none is left');
  });

  t.test('an account that a configuration asks for', async (t) => {
    const { store } = await openLab(t, makePlace);
    const keys = {
      accessKey: 'container-key-000001',
      secretKey: 'secret of 16 cha'.replaceAll(' ', '-'),
    };
    const ensure = async (account: Parameters<typeof store.accounts.ensure>[0]) => {
      const ensured = await store.accounts.ensure(account);
      if (!ensured) throw new Error('There is no account.');
      return ensured;
    };
    const first = await ensure({ name: 'container', plan: 'pro', keys });
    t.equal(first.newKeys, undefined, 'both were given');
    t.same(await store.accounts.findByAccessKey(keys.accessKey), first.account);
    await store.accounts.update(first.account.id, { quotaPerMonth: 3 });
    const again = await ensure({
      name: 'container',
      plan: 'scale',
      keys: { accessKey: 'container-key-000002' },
    });
    t.same(again.account, { ...first.account, plan: 'scale', quotaPerMonth: 3 });
    t.equal(again.newKeys, undefined);
    t.equal(await store.accounts.findByAccessKey(keys.accessKey), undefined, 'the old one is gone');
    t.same(await store.accounts.findByAccessKey('container-key-000002'), again.account);
    t.equal(await store.accounts.secretKey(first.account.id), keys.secretKey, 'stays as it was');
    const half = await ensure({
      name: 'other',
      plan: 'pro',
      keys: { accessKey: 'container-key-000003' },
    });
    t.same(Object.keys(half.newKeys ?? {}), ['secretKey'], 'what was made has to be told');
    t.equal(await store.accounts.secretKey(half.account.id), half.newKeys?.secretKey);
    await t.rejects(
      store.accounts.ensure({
        name: 'third',
        plan: 'pro',
        keys: { accessKey: 'container-key-000003' },
      }),
      { code: 'invalid_parameter' },
    );
    t.equal((await store.accounts.list()).length, 2);
  });

  t.test('what a configuration said already undoes nothing', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const said = {
      name: 'container',
      plan: 'pro',
      keys: { accessKey: 'container-key-000001', secretKey: 'a-secret-of-the-container' },
    } as const;
    const made = await store.accounts.ensure(said);
    const id = made?.account.id ?? '';
    const rotated = await store.accounts.rotate(id, 'both');
    await store.accounts.update(id, { plan: 'scale' });
    t.match(await second.accounts.ensure(said), { account: { id, plan: 'scale' } });
    t.equal(await store.accounts.findByAccessKey(said.keys.accessKey), undefined, 'rotated');
    t.match(await store.accounts.findByAccessKey(rotated?.accessKey ?? ''), { id });
    const other = { ...said, keys: { ...said.keys, accessKey: 'container-key-000002' } };
    t.match(await store.accounts.ensure(other), { account: { id, plan: 'pro' } }, 'said anew');
    t.match(await store.accounts.findByAccessKey('container-key-000002'), { id });
    await store.accounts.revoke(id);
    t.equal(await second.accounts.ensure(other), undefined, 'revoked is revoked');
    t.equal(await store.accounts.findByAccessKey('container-key-000002'), undefined);
    const third = { ...said, keys: { accessKey: 'container-key-000003' } };
    t.not((await second.accounts.ensure(third))?.account.id, id, 'another key is a new account');
  });
}
