import type { Test } from 'tap';
import {
  errorBody,
  newDelivery,
  newFile,
  newRequest,
  openPair,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

export async function batchesConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  const open = async (t: Test) => {
    const lab = await openPair(t, makePlace);
    const accountId = await lab.account();
    const three = () => Array.from({ length: 3 }, () => newRequest(accountId));
    const webhook = { url: 'https://receiver.example/batch', signed: true };
    const batch = {
      id: newRequest(accountId).id,
      accountId,
      baseUrl: 'https://t.example',
      webhook,
    };
    return { ...lab, accountId, three, batch };
  };

  t.test('from its requests to its end', async (t) => {
    const { store, second, clock, accountId, three, batch } = await open(t);
    const requests = three();
    const made = await store.batches.create(batch, requests, 3);
    const counts = { queued: 3, processing: 0, succeeded: 0, failed: 0 };
    t.same(made, { ...batch, ...counts, total: 3, createdAt: START });
    t.same(await second.batches.getFor(accountId, batch.id), made);
    t.equal(await second.batches.getFor('another', batch.id), undefined);
    t.match(await store.usage.used(accountId), { reserved: 3 });
    const listed = await store.requests.list(accountId, { limit: 9, batchId: batch.id });
    t.same(listed.map(({ id }) => id).toSorted(), requests.map(({ id }) => id).toSorted());
    t.match(listed, [{ batchId: batch.id }, {}, {}]);
    t.same(await store.requests.list(accountId, { limit: 9, batchId: 'another' }), []);
    const claims = await store.requests.claim({ leaseMs: 1_000, limit: 9 });
    t.equal(claims.length, 3);
    t.same(await store.batches.ended(9), [], 'it is under way');
    t.equal(await store.batches.finish(batch.id), false);
    for (const [at, claim] of claims.entries()) {
      if (at === 0) await store.requests.fail(claim, { error: errorBody() });
      else await store.requests.succeed(claim, { file: newFile(), counts: true });
    }
    clock.now += 5;
    const done = { ...(made as object), queued: 0, succeeded: 2, failed: 1 };
    t.same(await second.batches.ended(9), [done]);
    const delivery = newDelivery(accountId, { requestId: batch.id });
    t.equal(await second.batches.finish(batch.id, delivery), true);
    t.equal(await store.batches.finish(batch.id, delivery), false, 'once');
    t.same(await store.batches.ended(9), []);
    const { webhook: _, ...told } = { ...batch, ...done };
    t.same(await store.batches.getFor(accountId, batch.id), { ...told, finishedAt: START + 5 });
    t.match(await store.outbox.list({ limit: 9 }), [{ requestId: batch.id }]);
    t.match(await store.usage.used(accountId), { used: 2, reserved: 0 });
  });

  t.test('its end is found behind many that are open', async (t) => {
    const { store, second, accountId } = await open(t);
    const ids: string[] = [];
    for (let count = 0; count < 130; count += 1) {
      const { id } = newRequest(accountId);
      const batch = { id, accountId, baseUrl: 'https://t.example' };
      await store.batches.create(batch, [newRequest(accountId)], undefined);
      ids.push(id);
    }
    const error = errorBody();
    const last = ids.toSorted().at(-1) ?? '';
    await store.batches.cancel(accountId, last, error);
    t.same(await store.batches.ended(9), [], 'a hundred are looked at');
    t.match(await store.batches.ended(9), [{ id: last }]);
    t.same(await store.batches.ended(9), [], 'and from the first one on again');
    t.match(await store.batches.ended(9), [{ id: last }]);
    t.same(await second.batches.ended(9), []);
    for (const id of ids) await store.batches.cancel(accountId, id, error);
    for (let left = ids.length; left > 0;) {
      const ended = await second.batches.ended(50);
      for (const { id } of ended) t.ok(await second.batches.finish(id));
      left -= ended.length;
    }
    t.same(await store.batches.ended(9), []);
  });

  t.test('all of it or nothing', async (t) => {
    const { store, accountId, three, batch } = await open(t);
    t.equal(await store.batches.create(batch, three(), 2), 'quota_exceeded');
    t.equal(await store.batches.create(batch, three(), 9, { waiting: 2 }), 'too_many_waiting');
    t.equal(await store.batches.create(batch, three(), 9, { storedBytes: 5 }), 'storage_exceeded');
    t.match(await store.usage.used(accountId), { used: 0, reserved: 0 });
    t.equal(await store.batches.getFor(accountId, batch.id), undefined);
    t.same(await store.requests.list(accountId, { limit: 9 }), []);
  });

  t.test('its Idempotency-Key is answered with it', async (t) => {
    const { store, second, clock, accountId, three, batch } = await open(t);
    const request = { accountId, key: 'a-batch', fingerprint: 'ab'.repeat(32) };
    await store.idempotency.begin(request);
    const repeat = { request, kept: { answer: '{"id":1}' } };
    t.equal(await store.batches.create(batch, three(), 2, {}, repeat), 'quota_exceeded');
    t.same(await second.idempotency.begin(request), { state: 'under_way' });
    clock.now += 5;
    const made = await store.batches.create({ ...batch, createdAt: START }, three(), 3, {}, repeat);
    t.match(made, { createdAt: START });
    t.match(await second.idempotency.begin(request), { state: 'answered', answer: '{"id":1}' });
  });

  t.test('a batch goes with its requests', async (t) => {
    const { store, clock, accountId, three, batch } = await open(t);
    await store.batches.create(batch, three(), 3);
    await store.batches.cancel(accountId, batch.id, errorBody());
    clock.now += 10;
    await store.batches.finish(batch.id);
    clock.now += 5;
    await store.sweep({ requestsMs: 100, deliveriesMs: 100 });
    t.match(await store.batches.getFor(accountId, batch.id), { failed: 3 });
    await store.sweep({ requestsMs: 10, deliveriesMs: 100 });
    t.equal(await store.batches.getFor(accountId, batch.id), undefined);
  });

  t.test('webhooks that wait hold up only who asks for another', async (t) => {
    const { store, accountId, three, batch } = await open(t);
    for (const _ of three()) {
      const waiting = newRequest(accountId);
      const delivery = newDelivery(accountId, { requestId: waiting.id });
      await store.requests.recordFinished(waiting, { error: errorBody() }, delivery);
    }
    t.equal(await store.batches.create(batch, three(), 9, { waiting: 3 }), 'too_many_waiting');
    const { webhook: _, ...silent } = batch;
    t.match(await store.batches.create(silent, three(), 9, { waiting: 3 }), { total: 3 });
  });

  t.test('cancelled: what has not started ends, and counts nothing', async (t) => {
    const { store, accountId, three, batch } = await open(t);
    await store.batches.create(batch, three(), 3);
    const [claim] = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
    if (!claim) throw new Error('Nothing was claimed.');
    t.equal(await store.batches.cancel('another', batch.id, errorBody()), undefined);
    t.match(await store.batches.cancel(accountId, batch.id, errorBody()), {
      queued: 0,
      processing: 1,
      failed: 2,
    });
    t.match(await store.usage.used(accountId), { used: 0, reserved: 1 });
    t.match(await store.capacity.kept(accountId), { waiting: 1 });
    t.same(await store.batches.ended(9), []);
    await store.requests.succeed(claim, { file: newFile(), counts: true });
    t.match(await store.batches.ended(9), [{ id: batch.id, succeeded: 1, failed: 2 }]);
  });
}
