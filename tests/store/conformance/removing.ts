import {
  claimOne,
  errorBody,
  newDelivery,
  newFile,
  newRequest,
  openLab,
  openPair,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

export async function removingConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('a request goes with its file, its trace and its webhook', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const accountId = await account();
    const claim = await claimOne(store, accountId);
    const { id } = claim.request;
    const file = newFile();
    await store.requests.succeed(
      claim,
      { file, counts: true },
      newDelivery(accountId, { requestId: id }),
    );
    const trace = newFile();
    const bounds = { traces: 9, bytes: 1e6, storedBytes: 1e6 };
    await store.files.addTrace(accountId, id, trace, bounds);
    const kept = newRequest(accountId);
    await store.requests.recordFinished(kept, { file: newFile() }, newDelivery(accountId));

    t.equal(await second.requests.remove('another', id), false, 'not for somebody else');
    t.ok(await store.files.get(file.name));
    t.equal(await second.requests.remove(accountId, id), true);
    t.equal(await store.requests.get(id), undefined);
    t.equal(await store.files.get(file.name), undefined);
    t.equal(await store.files.traceOf(accountId, id), undefined);
    t.match(await store.outbox.list({ limit: 9 }), [{ state: 'pending' }]);
    t.equal((await store.outbox.list({ limit: 9 })).length, 1);
    t.equal(await second.requests.remove(accountId, id), false, 'once');
    t.match(await store.usage.used(accountId), { used: 1, reserved: 0 }, 'it was rendered');
    t.match(await store.requests.list(accountId, { limit: 9 }), [{ id: kept.id }]);
    t.match(await store.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 }), { files: 2 });
    t.equal((await store.capacity.kept(accountId)).storedBytes, 12, 'the room of the other one');
  });

  t.test('of what was answered at once, the trace', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const { id } = newRequest('a');
    const bounds = { traces: 9, bytes: 1e6, storedBytes: 1e6 };
    await store.files.addTrace('a', id, newFile(), bounds);
    t.equal(await second.requests.remove('b', id), false);
    t.equal(await second.requests.remove('a', id), true);
    t.equal(await store.files.traceOf('a', id), undefined);
    t.equal(await second.requests.remove('a', id), false);
  });

  t.test('a file that another request has stays', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const [shared, own] = [newFile(), newFile({ extension: 'pdf' })];
    const [first, other] = [newRequest('a'), newRequest('a')];
    const outputs = [
      { name: 'one', kind: 'screenshot', file: shared },
      { name: 'two', kind: 'pdf', file: own },
      { name: 'three', kind: 'pdf', error: errorBody() },
    ];
    await store.requests.recordFinished(first, { outputs });
    await store.requests.recordFinished(other, { file: shared });
    t.equal(await second.requests.remove('a', first.id), true);
    t.ok(await store.files.get(shared.name));
    t.equal(await store.files.get(own.name), undefined);
    t.equal(await second.requests.remove('a', other.id), true);
    t.equal(await store.files.get(shared.name), undefined);
  });

  t.test('a file that was kept for itself stays, and its note goes with it', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const file = newFile();
    await store.files.add('a', file);
    const [first, other] = [newRequest('a'), newRequest('a')];
    await store.requests.recordFinished(first, { file });
    t.equal(await second.requests.remove('a', first.id), true);
    t.ok(await store.files.get(file.name));
    clock.now = file.expiresAt;
    await store.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 });
    const again = { ...file, expiresAt: clock.now + 60_000 };
    await store.requests.recordFinished(other, { file: again });
    t.ok(await store.files.get(file.name));
    t.equal(await second.requests.remove('a', other.id), true);
    t.equal(await store.files.get(file.name), undefined);
  });

  t.test(
    'a trace comes only while the request has the claim, and goes when it succeeds',
    async (t) => {
      const { store, second, account } = await openPair(t, makePlace);
      const accountId = await account();
      const bounds = { traces: 9, bytes: 1e6, storedBytes: 1e6, isBrief: true };
      const add = async (id: string, token: number) => {
        const gone = await second.files.addTrace(accountId, id, newFile(), { ...bounds, token });
        return gone.length;
      };
      const claim = await claimOne(store, accountId);
      const { id } = claim.request;
      t.equal(await add(id, claim.token + 1), 1, 'what came goes');
      t.equal(await store.files.traceOf(accountId, id), undefined);
      t.equal(await add(id, claim.token), 0);
      t.ok(await store.files.traceOf(accountId, id));
      await store.requests.succeed(claim, { file: newFile(), counts: true });
      t.equal(await store.files.traceOf(accountId, id), undefined);
      const partly = await claimOne(store, accountId);
      await add(partly.request.id, partly.token);
      const outputs = [
        { name: 'one', kind: 'screenshot', file: newFile() },
        { name: 'two', kind: 'pdf', error: errorBody() },
      ];
      await store.requests.succeed(partly, { outputs, counts: true });
      t.ok(
        await store.files.traceOf(accountId, partly.request.id),
        'that of the output that failed',
      );
      await store.requests.remove(accountId, partly.request.id);
      t.equal(await add(partly.request.id, partly.token), 1);
      t.equal(await store.files.traceOf(accountId, partly.request.id), undefined);
    },
  );

  t.test('the same content comes back to a file that has just gone', async (t) => {
    const { store } = await openLab(t, makePlace);
    const file = newFile();
    const [first, other] = [newRequest('a'), newRequest('a')];
    await store.requests.recordFinished(first, { file });
    const content = { ...file, attachmentName: undefined as never };
    const reused = await store.files.reuse('a', content, START + 90_000);
    await store.requests.remove('a', first.id);
    if (!reused) throw new Error('It is there.');
    await store.requests.recordFinished(other, { file: reused });
    t.match(await store.files.get(file.name), { expiresAt: START + 90_000 });
  });

  t.test('what waits, and what is under way, is ended', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const accountId = await account();
    const claim = await claimOne(store, accountId, 2);
    const waiting = newRequest(accountId, { hits: 1 });
    await store.requests.enqueue(waiting, 2);
    t.equal(await second.requests.remove(accountId, waiting.id), true);
    t.equal(await second.requests.remove(accountId, claim.request.id), true);
    t.equal(await store.requests.extend(claim, 1_000), false);
    const file = newFile();
    t.equal(await store.requests.succeed(claim, { file, counts: true }), false);
    t.equal(await store.files.get(file.name), undefined);
    t.same(await store.requests.claim({ leaseMs: 1_000, limit: 9 }), []);
    t.match(await store.usage.used(accountId), { used: 0, reserved: 0 });
    t.match(await store.capacity.kept(accountId), { waiting: 0 });
    t.same(await store.requests.counts(), { queued: 0, processing: 0 });
  });

  t.test('of a batch and of a task', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const batch = { id: newRequest('a').id, accountId, baseUrl: 'https://shots.example' };
    const [one, two] = [newRequest(accountId), newRequest(accountId)];
    await store.batches.create(batch, [one, two], undefined);
    await store.requests.remove(accountId, one.id);
    t.match(await store.batches.getFor(accountId, batch.id), { total: 2, queued: 1 });
    await store.requests.remove(accountId, two.id);
    t.match(await store.batches.ended(9), [{ id: batch.id }], 'nothing of it is open');
    t.equal(await store.batches.finish(batch.id), true);
    t.match(await store.batches.getFor(accountId, batch.id), { succeeded: 0, failed: 0 });
  });
}
