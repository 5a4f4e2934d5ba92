import type { Account, Task } from '@tintype/store';
import {
  claimOne,
  errorBody,
  newDelivery,
  newRequest,
  newTask,
  openLab,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

/** Every row of a list that is read a page at a time. */
async function allPages<Row>(list: (after: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const page = await list(all.at(-1));
    if (page.length === 0) return all;
    all.push(...page);
  }
}

export async function listsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('tasks come in pages, each of them once', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) {
      ids.push((await store.tasks.create(newTask(i === 3 ? 'b' : 'a'))).id);
      clock.now += 1;
    }
    const paged = (accountId?: string) =>
      allPages<Task>((after) => store.tasks.list(accountId, { limit: 2, ...(after && { after }) }));
    t.same(
      (await paged()).map(({ id }) => id),
      ids,
    );
    t.same(
      (await paged('a')).map(({ id }) => id),
      ids.filter((_, i) => i !== 3),
    );
    const [first, second] = await store.tasks.list('a', { limit: 2 });
    await store.tasks.remove('a', second?.id ?? 0);
    const rest = await store.tasks.list('a', { limit: 1, ...(second && { after: second }) });
    t.equal(rest[0]?.id, ids[2], 'a page begins behind a task that is gone');
    t.match(await store.tasks.find(first?.id ?? 0), { accountId: 'a' });
    t.equal(await store.tasks.find(second?.id ?? 0), undefined);
  });

  t.test('a place in a list is made of whole numbers', async (t) => {
    const { store } = await openLab(t, makePlace);
    const refused = { code: 'invalid_parameter', message: /whole number/ };
    for (const createdAt of [1.5, 1e300, NaN]) {
      const after = { createdAt, id: 'x' };
      await t.rejects(store.requests.list('a', { limit: 9, after }), refused);
      await t.rejects(store.accounts.list({ limit: 9, after }), refused);
      await t.rejects(store.tasks.list('a', { limit: 9, after: { createdAt, id: 1 } }), refused);
      await t.rejects(store.journal.list('audit', { limit: 9, before: createdAt }), refused);
    }
    await t.rejects(store.tasks.list('a', { limit: 9, after: { createdAt: 1, id: 1.5 } }), refused);
  });

  t.test('a page of tasks with large queries is short', async (t) => {
    const { store } = await openLab(t, makePlace);
    const query = `url=https://example.com/&html=${'x'.repeat(1_500_000)}`;
    for (let i = 0; i < 4; i++) await store.tasks.create(newTask('a', { query }));
    t.equal((await store.tasks.list('a', { limit: 9 })).length, 2);
    const huge = { query: `${query}${'x'.repeat(5_000_000)}` };
    await store.tasks.create(newTask('b', huge));
    t.equal((await store.tasks.list('b', { limit: 9 })).length, 1, 'but never empty');
    const all = await allPages<Task>((after) =>
      store.tasks.list(undefined, { limit: 9, ...(after && { after }) }),
    );
    t.equal(all.length, 5);
  });

  t.test('an account has no more tasks than it may', async (t) => {
    const { store } = await openLab(t, makePlace);
    for (let i = 0; i < 3; i++) await store.tasks.create(newTask('a'), 3);
    await t.rejects(store.tasks.create(newTask('a'), 3), {
      code: 'plan_required',
      message: 'The account has 3 tasks; its plan lets it have 3. Remove one first.',
    });
    t.equal((await store.tasks.list('a')).length, 3);
    t.ok(await store.tasks.create(newTask('b'), 3));
  });

  t.test('accounts come in pages', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await account());
    const all = await allPages<Account>((after) =>
      store.accounts.list({ limit: 2, ...(after && { after }) }),
    );
    t.same(all.map(({ id }) => id).toSorted(), ids.toSorted());
    t.equal((await store.accounts.findByName('account 2'))?.id, ids[1]);
    await store.accounts.revoke(ids[1] ?? '');
    t.equal(await store.accounts.findByName('account 2'), undefined);
  });

  t.test('webhooks are listed by account, by state, by both and by neither', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    for (let i = 0; i < 6; i++) {
      const owner = i % 2 === 0 ? 'a' : 'b';
      const request = newRequest(owner);
      await store.requests.recordFinished(
        request,
        { error: errorBody() },
        newDelivery(owner, { requestId: request.id, url: `https://${i}.example/` }),
      );
      clock.now += 1;
    }
    const one = { leaseMs: 1_000, limit: 1, perHost: 1, perAccount: 1, slowLane: 1 };
    const [claim] = await store.outbox.claimDue(one);
    if (claim) await store.outbox.giveUp(claim, { error: 'gone' });
    const count = async (which: { accountId?: string; state?: 'pending' | 'failed' }) =>
      (
        await allPages<{ id: string }>((after) =>
          store.outbox.list({ ...which, limit: 2, ...(after && { before: after.id }) }),
        )
      ).length;
    const owner = claim?.delivery.accountId ?? '';
    t.equal(await count({}), 6);
    t.equal(await count({ accountId: owner }), 3);
    t.equal(await count({ state: 'failed' }), 1);
    t.equal(await count({ accountId: owner, state: 'pending' }), 2);
    t.same(await store.outbox.list({ limit: 9, before: 'unknown' }), []);
    t.same(await store.outbox.counts(), { pending: 5, delivered: 0, failed: 1 });
    await store.outbox.retry(claim?.delivery.id ?? '');
    t.same(await store.outbox.counts(), { pending: 6, delivered: 0, failed: 0 });
    const [delivered] = await store.outbox.claimDue(one);
    if (delivered) await store.outbox.acknowledge(delivered, 200);
    const [failed] = await store.outbox.claimDue(one);
    if (!failed) throw new Error('Nothing was claimed.');
    await store.outbox.giveUp(failed, { error: 'gone' });
    t.same(await store.outbox.counts(), { pending: 4, delivered: 1, failed: 1 });
    const { accountId, requestId } = failed.delivery;
    t.equal(await store.requests.remove(accountId, requestId), true);
    t.same(await store.outbox.counts(), { pending: 4, delivered: 1, failed: 0 });
  });

  t.test('counts follow every change', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const accountId = await account();
    const is = async (queued: number, processing: number) =>
      t.same(await store.requests.counts(), { queued, processing });
    await is(0, 0);
    const claim = await claimOne(store, accountId);
    await store.requests.enqueue(newRequest(accountId), undefined);
    await is(1, 1);
    await store.requests.putBack(claim);
    await is(2, 0);
    const claims = await store.requests.claim({ leaseMs: 1_000, limit: 9 });
    await is(0, 2);
    for (const each of claims) await store.requests.fail(each, { error: errorBody() });
    await is(0, 0);
    clock.now += 10;
    t.match(await store.sweep({ requestsMs: 5, deliveriesMs: 5 }), { requests: 2 });
    await is(0, 0);
  });

  t.test('an account with thousands due delays no other', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    for (let i = 0; i < 600; i++) await store.tasks.create(newTask('b'));
    for (const owner of ['a', 'c']) {
      await store.tasks.create(newTask(owner, { nextRunAt: START + 1 }));
    }
    clock.now += 1;
    const owners = (await store.tasks.due(5)).map(({ accountId }) => accountId);
    t.same([...new Set(owners)].toSorted(), ['a', 'b', 'c']);
    const many = Array.from({ length: 510 }, () => newRequest('b'));
    for (const request of many) await store.requests.enqueue(request, undefined);
    clock.now += 1;
    await store.requests.enqueue(newRequest('z'), undefined);
    const claims = await store.requests.claim({ leaseMs: 1_000, limit: 2 });
    t.same(claims.map(({ request }) => request.accountId).toSorted(), ['b', 'z']);
    const others = { leaseMs: 1_000, limit: 2, excludeAccounts: ['b'] };
    t.same(await store.requests.claim(others), []);
  });
}
