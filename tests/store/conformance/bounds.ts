import { keepResult } from '@tintype/store';
import {
  claimOne,
  errorBody,
  newDelivery,
  newFile,
  newRequest,
  newTask,
  openLab,
  openPair,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

const MINUTE_MS = 60_000;

export async function boundsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('reports the size of the database', async (t) => {
    const { store } = await openLab(t, makePlace);
    const before = await store.capacity.databaseBytes();
    t.ok(before > 10_000, `${before} bytes`);
    const html = 'x'.repeat(1_000_000);
    for (let at = 0; at < 3; at += 1) {
      await store.requests.enqueue(newRequest('a', { parameters: { html } }), undefined);
    }
    const grown = (await store.capacity.databaseBytes()) - before;
    t.ok(grown > 1_000_000, `${grown} bytes more`);
  });

  t.test('requests of one account wait up to its bound, and others do not feel it', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const [mine, other] = [await account(), await account()];
    const bounds = { waiting: 2 };
    for (let i = 0; i < 2; i++) {
      t.match(await store.requests.enqueue(newRequest(mine), 100, bounds), { status: 'queued' });
    }
    t.equal(await store.requests.enqueue(newRequest(mine), 100, bounds), 'too_many_waiting');
    t.match(await store.usage.used(mine), { reserved: 2 }, 'what was refused reserved nothing');
    t.match(await store.requests.enqueue(newRequest(other), 100, bounds), { status: 'queued' });
    const [claim] = await store.requests.claim({
      leaseMs: 1_000,
      limit: 1,
      excludeAccounts: [other],
    });
    t.equal(await store.requests.enqueue(newRequest(mine), 100, bounds), 'too_many_waiting');
    if (claim) await store.requests.fail(claim, { error: errorBody() });
    t.match(await store.requests.enqueue(newRequest(mine), 100, bounds), { status: 'queued' });
  });

  t.test('so do webhooks that are not delivered', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const webhook = { url: 'https://receiver.example/', signed: true };
    const ask = async (more = {}) =>
      await store.requests.enqueue(newRequest(accountId, more), 100, { waiting: 1 });
    const done = { error: errorBody() };
    await store.requests.recordFinished(newRequest(accountId), done, newDelivery(accountId));
    t.match(await store.capacity.kept(accountId), { waiting: 0, webhooks: 1 });
    t.equal(await ask({ webhook }), 'too_many_waiting');
    t.match(await ask(), { status: 'queued' }, 'one without a webhook');
    const bounds = { perHost: 1, perAccount: 1, slowLane: 1 };
    const [claim] = await store.outbox.claimDue({ leaseMs: 1_000, limit: 1, ...bounds });
    if (claim) await store.outbox.acknowledge(claim, 200);
    t.match(await store.capacity.kept(accountId), { webhooks: 0 });
    t.ok(claim && (await store.outbox.retry(claim.delivery.id)));
    t.match(await store.capacity.kept(accountId), { webhooks: 1 });
  });

  t.test('parameters of requests that wait take up room, and give it back', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const parameters = { html: 'x'.repeat(40_000) };
    const ask = async () =>
      await store.requests.enqueue(newRequest(accountId, { parameters }), 100, {
        storedBytes: 100_000,
      });
    t.match(await ask(), { status: 'queued' });
    t.match(await ask(), { status: 'queued' });
    t.equal(await ask(), 'storage_exceeded');
    const { storedBytes } = await store.capacity.kept(accountId);
    t.ok(storedBytes > 80_000 && storedBytes < 81_000);
    for (const claim of await store.requests.claim({ leaseMs: 1_000, limit: 2 })) {
      t.same(claim.request.parameters, parameters);
      await store.requests.fail(claim, { error: errorBody() });
    }
    t.same(await store.capacity.kept(accountId), { waiting: 0, webhooks: 0, storedBytes: 0 });
    t.match(await ask(), { status: 'queued' });
  });

  t.test('results of one account take up as much room as they may', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const accountId = await account();
    const storedBytes = 25;
    for (let i = 0; i < 2; i++) {
      const claim = await claimOne(store, accountId);
      const file = newFile({ sha256: String(i).repeat(64) });
      t.equal(await store.requests.succeed(claim, { file, counts: true, storedBytes }), true);
    }
    t.equal((await store.capacity.kept(accountId)).storedBytes, 24);
    const file = newFile({ sha256: '3'.repeat(64) });
    const claim = await claimOne(store, accountId);
    const full = { code: 'account_storage_full', status: 507, message: /more than 25 bytes/ };
    await t.rejects(store.requests.succeed(claim, { file, counts: true, storedBytes: 25 }), full);
    t.match(await store.requests.get(claim.request.id), { status: 'processing' });
    const done = { file, storedBytes };
    await t.rejects(store.requests.recordFinished(newRequest(accountId), done), full);
    t.equal(await store.files.get(file.name), undefined);
    clock.now += 2 * MINUTE_MS;
    await store.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 });
    t.ok((await store.capacity.kept(accountId)).storedBytes < 1_000, 'they have expired');
  });

  t.test('a result that is kept already is not kept again', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const [mine, other] = [await account(), await account()];
    const body = Buffer.from('a result');
    const keep = async (accountId: string, expiresAt: number, more = {}) => {
      const content = { body, extension: 'png', mediaType: 'image/png', ...more };
      const { file } = await keepResult(store, accountId, content, expiresAt);
      await store.requests.recordFinished(newRequest(accountId), { file });
      return file;
    };
    const first = await keep(mine, START + MINUTE_MS);
    const later = await keep(mine, START + 2 * MINUTE_MS);
    t.equal(later.name, first.name);
    t.match(await store.files.get(first.name), { expiresAt: START + 2 * MINUTE_MS });
    const sooner = await keep(mine, START + 5);
    t.match(sooner, { name: first.name, expiresAt: START + 2 * MINUTE_MS });
    t.equal((await store.capacity.kept(mine)).storedBytes, body.byteLength, 'once');
    t.not((await keep(mine, START + 5, { attachmentName: 'x' })).name, first.name);
    t.not((await keep(other, START + 5)).name, first.name, 'of another account');
    await store.fileBytes.remove(first.name);
    const again = await keep(mine, START + MINUTE_MS);
    t.not(again.name, first.name, 'somebody has removed the content');
    t.same(await store.fileBytes.read(again), body);
  });

  t.test('discarding leaves earlier content alone', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const content = { body: Buffer.from('x'), extension: 'png', mediaType: 'image/png' };
    const first = await keepResult(store, accountId, content, START + 5);
    await store.files.add(accountId, first.file);
    const second = await keepResult(store, accountId, content, START + 5);
    await second.discard();
    t.ok(await store.fileBytes.read(first.file));
    await first.discard();
    t.notOk(await store.fileBytes.read(first.file));
  });

  t.test('a task that fails each minute keeps its last runs', async (t) => {
    const { store, clock, account, bounds } = await openLab(t, makePlace);
    const { runsKept } = bounds;
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    for (let run = 0; run < runsKept + 10; run++) {
      clock.now = START + run * MINUTE_MS;
      const outcome = await store.tasks.startRun({
        taskId: task.id,
        scheduledFor: clock.now,
        nextRunAt: clock.now + MINUTE_MS,
        request: newRequest(accountId),
        failure: { error: errorBody() },
      });
      if (outcome !== 'started') t.fail(outcome);
    }
    const runs = await store.requests.list(accountId, { taskId: task.id, limit: 2 * runsKept });
    t.equal(runs.length, runsKept);
    t.equal(runs[0]?.scheduledFor, clock.now, 'the last ones');
    t.match(await store.tasks.get(accountId, task.id), { runs: runsKept + 10 });
  });

  t.test('runs of tasks have the same bounds', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    await store.requests.enqueue(newRequest(accountId), 100);
    const run = { taskId: task.id, scheduledFor: START, nextRunAt: START + MINUTE_MS };
    const start = async (bounds: { waiting?: number; storedBytes?: number }) =>
      await store.tasks.startRun({ ...run, request: newRequest(accountId), bounds });
    t.equal(await start({ waiting: 1 }), 'too_many_waiting');
    t.equal(await start({ storedBytes: 10 }), 'storage_exceeded');
    t.equal(await start({ waiting: 2, storedBytes: 10_000 }), 'started');
  });

  t.test('the webhook of a request has the same id whenever it is made', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const [accountId, place] = [await account(), await makePlace()];
    t.teardown(() => place.remove());
    const request = newRequest(accountId);
    const delivery = newDelivery(accountId, { requestId: request.id });
    // As after a backup was restored: the same request is done again elsewhere.
    const elsewhere = await place.open(() => START + 5_000);
    t.teardown(() => elsewhere.close());
    for (const each of [second, elsewhere]) {
      await each.requests.enqueue(request, undefined);
      const [claim] = await each.requests.claim({ leaseMs: 1_000, limit: 1 });
      if (claim) await each.requests.fail(claim, { error: errorBody() }, delivery);
    }
    const [one] = await store.outbox.list({ limit: 9 });
    const [two] = await elsewhere.outbox.list({ limit: 9 });
    t.match(one?.id, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    t.equal(two?.id, one?.id);
    t.not(one?.id, request.id);
  });

  t.test('a render counts when its result is kept', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const reservationId = (await store.usage.reserve(accountId, 5)) ?? '';
    const done = { file: newFile(), reservationId, storedBytes: 3 };
    await t.rejects(store.requests.recordFinished(newRequest(accountId), done));
    t.match(await store.usage.used(accountId), { used: 0, reserved: 1 });
    await store.requests.recordFinished(newRequest(accountId), { ...done, storedBytes: 12 });
    t.match(await store.usage.used(accountId), { used: 1, reserved: 0 });
    t.equal(await store.usage.settle(reservationId), false, 'once');
  });
}
