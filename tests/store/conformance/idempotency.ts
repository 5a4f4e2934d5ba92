import { newRequest, openLab, openPair, START, type MakePlace, type Suite } from './lab.ts';

const HOUR_MS = 60 * 60_000;
const MIB = 1_048_576;

export async function idempotencyConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  const wanted = (accountId: string, changes = {}) => ({
    accountId,
    key: 'a key',
    fingerprint: 'ab'.repeat(32),
    ...changes,
  });

  t.test('an answer is given again for a day', async (t) => {
    const { store, second, clock, account } = await openPair(t, makePlace);
    const accountId = await account();
    const request = wanted(accountId);
    t.same(await store.idempotency.begin(request), { state: 'started' });
    t.same(await second.idempotency.begin(request), { state: 'under_way' });
    t.same(await store.idempotency.begin(request), { state: 'under_way' });
    const file = await store.fileBytes.write(Buffer.from('x'), true);
    const reservationId = await store.usage.reserve(accountId, 5);
    await store.idempotency.finish(request, { answer: '{"a":"ü"}', file }, reservationId);
    t.match(await store.usage.used(accountId), { used: 1, reserved: 0 }, 'it counts with it');
    clock.now = START + 24 * HOUR_MS - 1;
    const kept = { state: 'answered', answer: '{"a":"ü"}', file };
    t.same(await second.idempotency.begin(request), kept);
    t.same(await store.idempotency.begin(request), kept);
    const other = wanted(accountId, { fingerprint: 'cd'.repeat(32) });
    t.same(await second.idempotency.begin(other), { state: 'other' });
    const elsewhere = wanted(await account(), { fingerprint: 'cd'.repeat(32) });
    t.same(await second.idempotency.begin(elsewhere), { state: 'started' }, 'of another account');
    clock.now += 1;
    await store.sweep({ requestsMs: 1e12, deliveriesMs: 1e12 });
    t.equal(await store.fileBytes.read(file), undefined, 'its content is gone');
    t.same(await second.idempotency.begin(other), { state: 'started' });
  });

  t.test('an abandoned key starts again, and keys of other processes stay theirs', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const request = wanted(await account());
    await store.idempotency.begin(request);
    await second.idempotency.abandon(request);
    await second.idempotency.finish(request, { answer: '1' }, undefined);
    t.same(await second.idempotency.begin(request), { state: 'under_way' });
    await store.idempotency.abandon(request);
    t.same(await second.idempotency.begin(request), { state: 'started' });
  });

  t.test('an answer is dropped with the content it had, and nothing else is', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const request = wanted(await account());
    const [gone, file] = [
      await store.fileBytes.write(Buffer.from('x'), true),
      await store.fileBytes.write(Buffer.from('y'), true),
    ];
    await store.idempotency.begin(request);
    await store.idempotency.finish(request, { answer: '1', file: gone }, undefined);
    await store.idempotency.abandon(request);
    t.match(await store.idempotency.begin(request), { state: 'answered' }, 'it is not under way');
    await store.idempotency.dropAnswered(request, { file: gone });
    t.same(await store.idempotency.begin(request), { state: 'started' });
    await second.idempotency.dropAnswered(request, { file: gone });
    await store.idempotency.dropAnswered(request, { file: gone });
    t.same(await second.idempotency.begin(request), { state: 'under_way' });
    await store.idempotency.finish(request, { answer: '2', file }, undefined);
    await second.idempotency.dropAnswered(request, { file: gone });
    t.match(await second.idempotency.begin(request), { state: 'answered', answer: '2' });
  });

  t.test('a process that ends leaves nothing under way', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const request = wanted(await account());
    await second.idempotency.begin(request);
    await second.close();
    t.same(await store.idempotency.begin(request), { state: 'started' });
  });

  t.test('a queued request is kept with its answer, or neither is', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const [request, kept] = [wanted(accountId), { answer: '{"id":1}' }];
    await store.idempotency.begin(request);
    const asked = newRequest(accountId);
    const refused = await store.requests.enqueue(asked, 0, {}, { request, kept });
    t.equal(refused, 'quota_exceeded');
    t.same(await store.idempotency.begin(request), { state: 'under_way' });
    await store.requests.enqueue(asked, 1, {}, { request, kept });
    t.same(await store.idempotency.begin(request), { state: 'answered', ...kept });
  });

  t.test('answers of one account have a bound in bytes', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const [mine, other] = [await account(), await account()];
    const keep = async (accountId: string, key: string, bytes: number) => {
      const request = wanted(accountId, { key });
      await store.idempotency.begin(request);
      const file = await store.fileBytes.write(Buffer.from(key), true);
      await store.idempotency.finish(request, { answer: '1', file: { ...file, bytes } }, undefined);
      clock.now += 1;
      return file;
    };
    const first = await keep(mine, 'first', 100 * MIB);
    const second = await keep(mine, 'second', 100 * MIB);
    const third = await keep(other, 'third', 100 * MIB);
    t.ok(await store.fileBytes.read(first));
    await keep(mine, 'fourth', 100 * MIB);
    t.equal(await store.fileBytes.read(first), undefined, 'the oldest goes');
    t.ok(await store.fileBytes.read(second));
    t.ok(await store.fileBytes.read(third), 'others are left alone');
    t.same(await store.idempotency.begin(wanted(mine, { key: 'first' })), { state: 'started' });
    t.match(await store.idempotency.begin(wanted(mine, { key: 'second' })), { state: 'answered' });
    await keep(mine, 'huge', 300 * MIB);
    t.same(await store.idempotency.begin(wanted(mine, { key: 'huge' })), { state: 'started' });
  });

  t.test('and in number', async (t) => {
    const { store, clock, account, bounds } = await openLab(t, makePlace);
    const { answersKept } = bounds;
    const accountId = await account();
    for (let count = 0; count < answersKept + 10; count++) {
      const request = wanted(accountId, { key: `key ${count}` });
      await store.idempotency.begin(request);
      await store.idempotency.finish(request, { answer: '1' }, undefined);
      clock.now += 1;
    }
    const state = async (key: string) =>
      (await store.idempotency.begin(wanted(accountId, { key }))).state;
    t.same(
      [await state('key 10'), await state(`key ${answersKept + 9}`)],
      ['answered', 'answered'],
    );
    t.same([await state('key 0'), await state('key 9')], ['started', 'started']);
  });
}
