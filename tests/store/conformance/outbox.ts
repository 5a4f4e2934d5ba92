import type { DeliveryClaim, Store } from '@tintype/store';
import {
  newDelivery,
  newFile,
  newRequest,
  openLab,
  openPair,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

/** Callbacks come into the outbox with a request and in no other way. */
async function put(store: Store, accountId: string, url: string): Promise<string> {
  const request = newRequest(accountId);
  const delivery = newDelivery(accountId, { requestId: request.id, url });
  await store.requests.recordFinished(request, { file: newFile() }, delivery);
  const [newest] = await store.outbox.list({ limit: 1 });
  return newest?.id ?? '';
}

const bounds = { perHost: 20, perAccount: 20, slowLane: 20 };
const options = { leaseMs: 1_000, limit: 20, ...bounds };

export async function outboxConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('a delivery from the first attempt to the last', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const id = await put(store, 'a', 'https://receiver.example/hook?x=1');
    t.equal(await store.outbox.nextDueAt(), START);
    const [claim] = await store.outbox.claimDue(options);
    if (!claim) throw new Error('Nothing was claimed.');
    t.match(claim.delivery, {
      id,
      accountId: 'a',
      url: 'https://receiver.example/hook?x=1',
      signed: true,
      body: '{"id":"ü"}',
      state: 'pending',
      attempts: 1,
      createdAt: START,
      nextAttemptAt: START + 1_000,
    });
    t.same(await second.outbox.claimDue(options), []);
    const trouble = { nextAttemptAt: START + 5_000, status: 503, error: 'x'.repeat(10_000) };
    t.equal(await store.outbox.postpone(claim, trouble), true);
    t.equal(await store.outbox.acknowledge(claim, 200), false, 'it is over');
    const waiting = await second.outbox.get(id);
    t.match(waiting, { state: 'pending', lastStatus: 503, nextAttemptAt: START + 5_000 });
    t.equal(waiting?.lastError?.length, 500, 'others cannot fill the database');
    t.same(await second.outbox.claimDue(options), []);
    clock.now = START + 5_000;
    const [again] = await second.outbox.claimDue(options);
    t.equal(again?.delivery.attempts, 2);
    if (again) t.equal(await second.outbox.acknowledge(again, 204), true);
    const done = await store.outbox.get(id);
    t.match(done, { id, state: 'delivered', lastStatus: 204, finishedAt: START + 5_000 });
    t.notOk(done && 'lastError' in done, 'what went wrong before is over');
    t.equal(await store.outbox.nextDueAt(), undefined);
    t.same(await store.outbox.counts(), { pending: 0, delivered: 1, failed: 0 });
  });

  t.test('giving up, and trying again by hand', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    const id = await put(store, 'a', 'https://receiver.example/');
    const [claim] = await store.outbox.claimDue(options);
    if (!claim) throw new Error('Nothing was claimed.');
    t.equal(await store.outbox.giveUp(claim, { status: 410, error: 'Gone' }), true);
    t.match(await store.outbox.get(id), { state: 'failed', lastStatus: 410, lastError: 'Gone' });
    clock.now += 10;
    t.equal(await store.outbox.retry(id), true);
    t.match(await store.outbox.get(id), { id, state: 'pending', attempts: 0 });
    const [again] = await store.outbox.claimDue(options);
    t.match(again?.delivery, { id, attempts: 1 });
    t.equal(await store.outbox.retry(id), true, 'also while it is under way');
    t.equal(again && (await store.outbox.acknowledge(again, 200)), false);
    t.equal(await store.outbox.retry('unknown'), false);
    t.equal(await store.outbox.get('unknown'), undefined);
  });

  t.test('an account tries its own again, once they have ended, as many as may wait', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const ids = [];
    for (const path of ['one', 'two']) ids.push(await put(store, 'a', `https://a.example/${path}`));
    const [id = '', other = ''] = ids;
    const again = (which: string, waiting = 2, account = 'a') =>
      second.outbox.retryFor(account, which, { waiting });
    const claims = await store.outbox.claimDue(options);
    const own = claims.find(({ delivery }) => delivery.id === id);
    if (!own) throw new Error('It was not claimed.');
    t.equal(await again(id), 'pending', 'while it is under way');
    t.equal(await store.outbox.giveUp(own, { error: 'Gone' }), true, 'whose claim still counts');
    t.equal(await again(id, 1), 'too_many_waiting', 'the other one waits');
    t.equal(await again(id, 2, 'b'), 'unknown');
    t.equal(await again('unknown'), 'unknown');
    t.match(await store.outbox.get(id), { state: 'failed' });
    t.equal(await again(id), 'queued');
    t.match(await store.outbox.get(id), { state: 'pending', attempts: 0 });
    t.equal(await again(id), 'pending');
    t.equal(await again(other), 'pending');
  });

  t.test('a lease that ends', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    await put(store, 'a', 'https://receiver.example/');
    const [old] = await store.outbox.claimDue(options);
    clock.now += 1_000;
    const [taken] = await second.outbox.claimDue(options);
    t.equal(taken?.delivery.id, old?.delivery.id, 'the same id again');
    if (!old || !taken) throw new Error('Nothing was claimed.');
    t.equal(await store.outbox.acknowledge(old, 200), false);
    t.equal(await store.outbox.giveUp(old, { error: 'x' }), false);
    t.equal(await store.outbox.postpone(old, { error: 'x', nextAttemptAt: 0 }), false);
    t.equal(await store.outbox.putBack(old), false);
    t.equal(await second.outbox.putBack(taken), true);
    const [third] = await store.outbox.claimDue(options);
    t.equal(third?.delivery.attempts, 2, 'what was put back did not count');
  });

  t.test('a host with thousands waiting delays no other', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    for (let i = 0; i < 30; i++) await put(store, 'a', `https://dead.example/${i}`);
    await put(store, 'a', 'https://fine.example/');
    await put(store, 'a', 'https://fine.example:8443/');
    const first = await store.outbox.claimDue({ ...options, limit: 4, perHost: 3 });
    const hosts = first.map(({ delivery }) => new URL(delivery.url).host);
    t.same(hosts.toSorted(), ['dead.example', 'dead.example', 'fine.example', 'fine.example:8443']);
    const more = await second.outbox.claimDue({ ...options, limit: 9, perHost: 3 });
    t.equal(more.length, 1, 'three of a host at the same time, counting what others do');
    t.same(await store.outbox.claimDue({ ...options, limit: 9, perHost: 3 }), []);
    const [dead] = more;
    if (dead) await second.outbox.giveUp(dead, { error: 'refused' });
    t.equal((await store.outbox.claimDue({ ...options, limit: 9, perHost: 3 })).length, 1);
  });

  t.test('accounts are served in rotation, however many hosts one of them has', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    for (let i = 0; i < 40; i++) await put(store, 'many', `https://h${i}.example/`);
    for (const account of ['few', 'few', 'one']) await put(store, account, 'https://r.example/');
    const owners = async (place: Store, limit: number, perAccount = 20) =>
      (await place.outbox.claimDue({ ...options, limit, perAccount }))
        .map(({ delivery }) => delivery.accountId)
        .toSorted();
    t.same(await owners(store, 3), ['few', 'many', 'one'], 'one of each first');
    t.same(await owners(store, 2), ['few', 'many']);
    t.same(await owners(second, 9, 5), ['many', 'many', 'many'], 'five of an account at a time');
    t.same(await owners(store, 9, 5), [], 'counting what others do');
    await put(store, 'new', 'https://h1.example/');
    t.same(await owners(store, 9, 5), ['new'], 'and no more of it keeps no other waiting');
  });

  t.test('a receiver that keeps failing is in the slow lane until it works again', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const lanes = { ...options, slowLane: 1 };
    const claimed = async (place = store) => {
      const claims = await place.outbox.claimDue(lanes);
      return claims.toSorted((a, b) => a.delivery.url.localeCompare(b.delivery.url));
    };
    const urls = (claims: DeliveryClaim[]) => claims.map(({ delivery }) => delivery.url);
    const dead = 'https://dead.example/';
    for (let i = 0; i < 3; i++) await put(store, 'a', dead);
    const trouble = { error: 'refused', nextAttemptAt: START + 500 };
    for (const claim of await claimed()) await store.outbox.postpone(claim, trouble);
    for (let i = 0; i < 2; i++) await put(store, 'a', dead);
    await put(store, 'a', 'https://fine.example/');
    await put(store, 'b', dead);
    clock.now += 500;
    const [first, other, fine] = await claimed(second);
    t.same(urls([first, other, fine].flatMap((claim) => claim ?? [])), [
      dead,
      dead,
      'https://fine.example/',
    ]);
    t.same(
      [first?.delivery.accountId, other?.delivery.accountId].toSorted(),
      ['a', 'b'],
      'of each account',
    );
    const ofA = [first, other].find((claim) => claim?.delivery.accountId === 'a');
    if (!ofA) throw new Error('Nothing was claimed.');
    t.same(await claimed(), [], 'one at a time, counting what others do');
    t.equal(await second.outbox.acknowledge(ofA, 200), true);
    t.same(urls(await claimed()), [dead, dead, dead, dead], 'it works: all that is left');
    t.equal(await store.outbox.nextDueAt(), clock.now + 1_000);
  });

  t.test('lists', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    const ids: string[] = [];
    for (const account of ['a', 'b', 'a', 'a']) {
      ids.push(await put(store, account, 'https://receiver.example/'));
      clock.now += 1;
    }
    const [one, two, three, four] = ids;
    const listed = async (page: Parameters<typeof store.outbox.list>[0]) =>
      (await store.outbox.list(page)).map(({ id }) => id);
    t.same(await listed({ limit: 9 }), ids.toReversed());
    t.same(await listed({ limit: 2, accountId: 'a' }), [four, three]);
    t.same(await listed({ limit: 2, accountId: 'a', before: three ?? '' }), [one]);
    const [claim] = await store.outbox.claimDue({ ...options, limit: 1 });
    if (claim) await store.outbox.acknowledge(claim, 200);
    t.same(await listed({ limit: 9, state: 'delivered' }), [claim?.delivery.id]);
    t.same(await listed({ limit: 9, state: 'failed' }), []);
    t.same(await listed({ limit: 9, accountId: 'b' }), [two]);
    t.same(await store.outbox.counts(), { pending: 3, delivered: 1, failed: 0 });
  });
}
