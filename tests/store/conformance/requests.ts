import type { RequestPage } from '@tintype/store';
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

export async function requestsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('a request from acceptance to success', async (t) => {
    const { store, second, clock, account } = await openPair(t, makePlace);
    const accountId = await account();
    const webhook = { url: 'https://receiver.example/hook', signed: false };
    const request = newRequest(accountId, { webhook });
    const queued = await store.requests.enqueue(request, 1);
    const { parameters, ...told } = request;
    const { url } = parameters;
    t.same(queued, { ...told, url, status: 'queued', createdAt: START, attempts: 0 });
    t.same(await second.requests.get(request.id), queued);
    t.same(await second.requests.getFor(accountId, request.id), queued);
    t.equal(await second.requests.getFor('another', request.id), undefined);
    t.equal(await store.requests.enqueue(newRequest(accountId), 1), 'quota_exceeded');
    t.same(await store.requests.counts(), { queued: 1, processing: 0 });
    t.match(await store.usage.used(accountId), { used: 0, reserved: 1 });

    clock.now += 5;
    const [claim] = await second.requests.claim({ leaseMs: 1_000, limit: 9 });
    if (!claim) throw new Error('Nothing was claimed.');
    t.same(claim.request, {
      ...(queued as object),
      parameters,
      records: false,
      status: 'processing',
      startedAt: START + 5,
      attempts: 1,
    });
    t.same(await store.requests.counts(), { queued: 0, processing: 1 });
    t.same(await store.requests.claim({ leaseMs: 1_000, limit: 9 }), [], 'only one has it');

    clock.now += 5;
    const file = newFile({ attachmentName: 'Bücher' });
    const delivery = newDelivery(accountId, { requestId: request.id });
    t.equal(await second.requests.succeed(claim, { file, counts: true }, delivery), true);
    t.same(await store.requests.get(request.id), {
      ...(queued as object),
      startedAt: START + 5,
      attempts: 1,
      status: 'succeeded',
      finishedAt: START + 10,
      file: { name: file.name, extension: 'png', expiresAt: file.expiresAt },
    });
    t.same(await store.files.get(file.name), { ...file, accountId, createdAt: START + 10 });
    t.match(await store.usage.used(accountId), { used: 1, reserved: 0 });
    t.match(await store.outbox.list({ limit: 9 }), [{ ...delivery, state: 'pending' }]);
    t.equal(await second.requests.succeed(claim, { file, counts: true }, delivery), false);
    t.equal(await second.requests.fail(claim, { error: errorBody() }), false);
    t.equal(await store.requests.nextDueAt(), undefined);
    t.equal((await store.outbox.list({ limit: 9 })).length, 1);
  });

  t.test('a request for several files', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const accountId = await account();
    const request = newRequest(accountId, { kind: 'captures', hits: 3, records: true });
    t.equal(await store.requests.enqueue(request, 2), 'quota_exceeded', 'all of them or none');
    await store.requests.enqueue(request, 3);
    t.match(await store.usage.used(accountId), { used: 0, reserved: 3 });
    t.same(await store.requests.claim({ leaseMs: 1_000, limit: 9, records: false }), []);
    const [claim] = await second.requests.claim({ leaseMs: 1_000, limit: 9, records: true });
    if (!claim) throw new Error('Nothing was claimed.');
    const [first, last] = [newFile(), newFile()];
    const metadata = { 'x-title': 'One' };
    const outputs = [
      { name: 'a.png', kind: 'screenshot', file: first, metadata },
      { name: 'b.pdf', kind: 'pdf', error: errorBody() },
      { name: 'c.png', kind: 'screenshot', file: last },
    ];
    t.equal(await second.requests.succeed(claim, { outputs, counts: true, hits: 2 }), true);
    const told = ({ name, extension, expiresAt, mediaType, bytes }: typeof first) => ({
      name,
      extension,
      expiresAt,
      mediaType,
      bytes,
    });
    const expected = [
      { ...outputs[0], file: told(first) },
      outputs[1],
      { ...outputs[2], file: told(last) },
    ];
    const ended = await store.requests.getFor(accountId, request.id);
    t.same(ended?.outputs, expected);
    t.equal(ended?.file, undefined);
    t.same((await store.requests.list(accountId, { limit: 1 }))[0]?.outputs, expected);
    for (const { name } of [first, last]) t.match(await store.files.get(name), { name, accountId });
    t.match(await store.usage.used(accountId), { used: 2, reserved: 0 }, 'one failed');

    const done = newRequest(accountId, { kind: 'captures' });
    const file = newFile();
    const reservationId = (await store.usage.reserve(accountId, 9, 2)) ?? '';
    const finished = await store.requests.recordFinished(done, {
      outputs: [{ name: 'd.png', kind: 'screenshot', file }],
      reservationId,
    });
    t.match(finished, { status: 'succeeded', outputs: [{ name: 'd.png', file: told(file) }] });
    t.match(await store.usage.used(accountId), { used: 4, reserved: 0 });

    const full = newRequest(accountId, { kind: 'captures' });
    await t.rejects(
      store.requests.recordFinished(full, {
        outputs: [{ name: 'e.png', kind: 'screenshot', file: newFile() }],
        storedBytes: 1,
      }),
      { code: 'account_storage_full' },
    );
    t.equal(await store.requests.get(full.id), undefined, 'nothing of it was kept');
  });

  t.test('a request that fails', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const claim = await claimOne(store, accountId, 1);
    const delivery = newDelivery(accountId);
    t.equal(await store.requests.fail(claim, { error: errorBody() }, delivery), true);
    t.match(await store.requests.get(claim.request.id), { status: 'failed', error: errorBody() });
    t.match(await store.usage.used(accountId), { used: 0, reserved: 0 });
    t.match(await store.outbox.list({ limit: 9 }), [delivery]);
    const again = await claimOne(store, accountId, 1);
    t.ok(again, 'the quota is free again');
    await store.requests.fail(again, { error: errorBody(), counts: true });
    t.match(
      await store.usage.used(accountId),
      { used: 1, reserved: 0 },
      'but not of every failure',
    );
  });

  t.test('a hit of the cache costs nothing', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const claim = await claimOne(store, accountId);
    await store.requests.succeed(claim, { file: newFile(), counts: false });
    t.match(await store.usage.used(accountId), { used: 0, reserved: 0 });
  });

  t.test('a transaction that fails leaves nothing', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const file = newFile();
    await store.files.add('another', file);
    const claim = await claimOne(store, accountId);
    await t.rejects(
      store.requests.succeed(claim, { file, counts: true }, newDelivery(accountId)),
      'there is a file of this name',
    );
    t.match(await store.requests.get(claim.request.id), { status: 'processing' });
    t.match(await store.usage.used(accountId), { used: 0, reserved: 1 });
    t.same(await store.outbox.list({ limit: 9 }), []);
    await t.rejects(store.requests.enqueue(claim.request, 100), 'an id twice');
    t.match(await store.usage.used(accountId), { reserved: 1 });
  });

  t.test('leases and tokens', async (t) => {
    const { store, second, clock, account } = await openPair(t, makePlace);
    const old = await claimOne(store, await account());
    t.equal(await second.requests.nextDueAt(), START + 1_000);
    clock.now += 900;
    t.equal(await store.requests.extend(old, 1_000), true);
    clock.now += 999;
    t.same(await second.requests.claim({ leaseMs: 1_000, limit: 1 }), []);
    clock.now += 1;
    const [taken] = await second.requests.claim({ leaseMs: 1_000, limit: 1 });
    t.equal(taken?.request.id, old.request.id);
    t.ok((taken?.token ?? 0) > old.token);
    t.equal(taken?.request.attempts, 2);
    t.equal(await store.requests.extend(old, 1_000), false, 'whoever was too slow is told');
    t.equal(await store.requests.succeed(old, { file: newFile(), counts: true }), false);
    t.equal(await store.requests.fail(old, { error: errorBody() }), false);
    t.equal(await store.requests.retryLater(old, clock.now), false);
    t.equal(await store.requests.putBack(old), false);
    t.match(await store.requests.get(old.request.id), { status: 'processing' });
    if (taken) t.equal(await second.requests.fail(taken, { error: errorBody() }), true);
  });

  t.test('a lease that has expired without another claim still finishes', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const claim = await claimOne(store, await account());
    clock.now += 5_000;
    t.equal(await store.requests.succeed(claim, { file: newFile(), counts: true }), true);
  });

  t.test('back into the queue', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const claim = await claimOne(store, await account());
    t.equal(await store.requests.retryLater(claim, START + 500), true);
    t.match(await store.requests.get(claim.request.id), { status: 'queued', attempts: 1 });
    t.equal(await store.requests.nextDueAt(), START + 500);
    t.same(await store.requests.claim({ leaseMs: 1, limit: 1 }), []);
    clock.now = START + 500;
    const [again] = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
    if (!again) throw new Error('Nothing was claimed.');
    t.equal(again.request.attempts, 2);
    t.equal(again.request.startedAt, START, 'when it began at first');
    t.equal(await store.requests.putBack(again), true);
    const [third] = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
    t.equal(third?.request.attempts, 2, 'that one did not count');
    t.equal(
      await store.requests.fail(again, { error: errorBody() }),
      false,
      'the token is an older one',
    );
  });

  t.test('accounts are served in rotation', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const [many, few, one] = [await account(), await account(), await account()];
    for (let i = 0; i < 6; i++) await store.requests.enqueue(newRequest(many), 100);
    for (let i = 0; i < 2; i++) await store.requests.enqueue(newRequest(few), 100);
    await store.requests.enqueue(newRequest(one), 100);
    const order: string[] = [];
    for (const limit of [1, 1, 1, 2, 9]) {
      const claims = await store.requests.claim({ leaseMs: 1_000, limit });
      order.push(...claims.map(({ request }) => request.accountId));
    }
    t.same(new Set(order.slice(0, 3)), new Set([many, few, one]), 'each once first');
    t.same(new Set(order.slice(3, 5)), new Set([many, few]));
    t.same(order.slice(5), [many, many, many, many]);
  });

  t.test('accounts can be left out', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const [busy, free] = [await account(), await account()];
    for (const id of [busy, free]) await store.requests.enqueue(newRequest(id), 100);
    const options = { leaseMs: 1_000, limit: 9, excludeAccounts: [busy] };
    t.match(await store.requests.claim(options), [{ request: { accountId: free } }]);
    t.same(await store.requests.claim(options), []);
    t.equal((await store.requests.claim({ leaseMs: 1_000, limit: 9 })).length, 1);
  });

  t.test('kinds can be left out, however much of them waits', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const [mixed, strange] = [await account(), await account()];
    for (let count = 0; count < 250; count += 1) {
      const accountId = count % 2 ? mixed : strange;
      await store.requests.enqueue(newRequest(accountId, { kind: 'hologram' }), undefined);
    }
    const known = newRequest(mixed, { kind: 'pdf' });
    await store.requests.enqueue(known, undefined);
    const options = { leaseMs: 60_000, limit: 9, records: false } as const;
    const excludeKinds = ['hologram', "it's"];
    t.match(await store.requests.claim({ ...options, excludeKinds }), [
      { request: { id: known.id } },
    ]);
    t.same(await store.requests.claim({ ...options, excludeKinds }), []);
    t.match(await store.requests.counts(), { queued: 250, processing: 1 });
    t.match(await store.requests.claim({ ...options, perAccount: 1 }), [
      { request: { kind: 'hologram' } },
      { request: { kind: 'hologram' } },
    ]);
  });

  t.test('recordings and others are claimed apart, and not all of one account', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const [first, other] = [await account(), await account()];
    for (const kind of ['screencast', 'pdf', 'screencast', 'screenshot', 'scrape'] as const) {
      await store.requests.enqueue(newRequest(first, { kind }), undefined);
    }
    await store.requests.enqueue(newRequest(other, { kind: 'screencast' }), undefined);
    const claim = async (options: { records?: boolean; perAccount?: number }) =>
      (await store.requests.claim({ leaseMs: 1_000, limit: 9, ...options })).map(
        ({ request }) => `${request.accountId === first ? 'first' : 'other'} ${request.kind}`,
      );
    t.same((await claim({ records: true, perAccount: 1 })).toSorted(), [
      'first screencast',
      'other screencast',
    ]);
    t.same(await claim({ records: false, perAccount: 2 }), ['first pdf', 'first screenshot']);
    t.same(await claim({ records: false }), ['first scrape']);
    t.same(await claim({ records: false }), []);
    t.same(await claim({}), ['first screencast'], 'all that is left');
  });

  t.test('accounts that were left out for a while are served no more often for that', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const ids = await Promise.all(Array.from({ length: 5 }, () => account()));
    for (const id of ids) {
      for (let index = 0; index < 20; index += 1) {
        await store.requests.enqueue(newRequest(id), undefined);
      }
    }
    const served: string[] = [];
    for (let look = 0; look < 50; look += 1) {
      // As a worker does it: the accounts served last wait for their slots, and are excluded.
      const excludeAccounts = served.slice(-3);
      const claims = await store.requests.claim({ leaseMs: 1e6, limit: 1, excludeAccounts });
      served.push(...claims.map(({ request }) => request.accountId));
    }
    const counts = ids.map((id) => served.filter((one) => one === id).length);
    t.same(counts, [10, 10, 10, 10, 10]);
  });

  t.test('two processes share the work', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const accountId = await account();
    for (let i = 0; i < 60; i++) await store.requests.enqueue(newRequest(accountId), 100);
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? store : second).requests.claim({ leaseMs: 1_000, limit: 2 }),
      ),
    );
    const ids = claims.flat().map(({ request }) => request.id);
    t.equal(ids.length, 60);
    t.equal(new Set(ids).size, 60, 'none of them twice');
  });

  t.test('a store that closes leaves its claims to others at once', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const claim = await claimOne(second, await account());
    await second.close();
    const [taken] = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
    t.equal(taken?.request.id, claim.request.id);
    t.match(await store.usage.used(claim.request.accountId), { reserved: 1 }, 'still its own');
    await t.rejects(second.requests.get('x'), { code: 'shutting_down' });
  });

  t.test('a request and its webhook contain metadata and the page', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const accountId = await account();
    const url = 'https://user:p4ss@example.com/a?b=1';
    const shown = 'https://example.com/a?b=1';
    const metadata = { 'X-Tintype-Metadata-Title': 'Gr%C3%BC%C3%9Fe' };
    const later = newRequest(accountId, { parameters: { url } });
    t.match(await store.requests.enqueue(later, undefined), { url: shown });
    const [claim] = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
    if (!claim) throw new Error('Nothing was claimed.');
    const delivery = newDelivery(accountId, { requestId: later.id });
    await store.requests.succeed(claim, { file: newFile(), counts: true, metadata }, delivery);
    t.match(await second.requests.get(later.id), { url: shown, metadata });
    const done = newRequest(accountId, { parameters: { url } });
    const beside = newDelivery(accountId, { requestId: done.id });
    await store.requests.recordFinished(done, { file: newFile(), metadata }, beside);
    t.match(await second.requests.get(done.id), { url: shown, metadata });
    const bounds = { perHost: 9, perAccount: 9, slowLane: 9 };
    const claims = await second.outbox.claimDue({ leaseMs: 1_000, limit: 9, ...bounds });
    t.same(
      claims.map(({ subject }) => subject),
      [
        { url: shown, metadata },
        { url: shown, metadata },
      ],
    );
  });

  t.test('a request that was done already', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const file = newFile();
    const done = newRequest(accountId);
    const delivery = newDelivery(accountId);
    const stored = await store.requests.recordFinished(done, { file }, delivery);
    t.match(stored, { status: 'succeeded', startedAt: START, finishedAt: START, attempts: 0 });
    t.ok(await store.files.get(file.name));
    const failed = newRequest(accountId);
    const createdAt = START - 5_000;
    await store.requests.recordFinished(failed, { error: errorBody(), createdAt });
    const times = { createdAt, startedAt: createdAt, finishedAt: START };
    t.match(await store.requests.get(failed.id), {
      status: 'failed',
      error: errorBody(),
      ...times,
    });
    t.equal((await store.outbox.list({ limit: 9 })).length, 1);
    t.match(await store.usage.used(accountId), { used: 0, reserved: 0 });
    t.same(await store.requests.claim({ leaseMs: 1_000, limit: 9 }), []);
  });

  t.test('lists of one status, one kind, or both', async (t) => {
    const { store, second, clock, account } = await openPair(t, makePlace);
    const [mine, other] = [await account(), await account()];
    const ids: string[] = [];
    for (const [owner, kind] of [
      [mine, 'pdf'],
      [mine, 'scrape'],
      [other, 'pdf'],
      [mine, 'pdf'],
    ] as const) {
      const request = newRequest(owner, { kind });
      await store.requests.enqueue(request, undefined);
      ids.push(request.id);
      clock.now += 1;
    }
    const failed = newRequest(mine, { kind: 'pdf' });
    await store.requests.recordFinished(failed, { error: errorBody() });
    const listed = async (page: Partial<RequestPage>) =>
      (await second.requests.list(mine, { limit: 9, ...page })).map(({ id }) => id);
    const [first, scrape, , last] = ids;
    t.same(await listed({ status: 'queued' }), [last, scrape, first]);
    t.same(await listed({ status: 'failed' }), [failed.id]);
    t.same(await listed({ kind: 'pdf' }), [failed.id, last, first]);
    t.same(await listed({ kind: 'pdf', status: 'queued', limit: 1 }), [last]);
    const after = { createdAt: START + 3, id: last ?? '' };
    t.same(await listed({ kind: 'pdf', status: 'queued', after }), [first]);
    t.same(await listed({ status: 'succeeded' }), []);
  });

  t.test('lists are newest first, page by page', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const [mine, other] = [await account(), await account()];
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const request = newRequest(mine);
      await store.requests.enqueue(request, undefined);
      ids.unshift(request.id);
      clock.now += i % 2;
    }
    await store.requests.enqueue(newRequest(other), undefined);
    const first = await store.requests.list(mine, { limit: 3 });
    t.same(
      first.map(({ id }) => id),
      ids.slice(0, 3),
    );
    const rest = await store.requests.list(mine, { limit: 9, before: first[2]?.id ?? '' });
    t.same(
      rest.map(({ id }) => id),
      ids.slice(3),
    );
    t.same(await store.requests.list(mine, { limit: 9, taskId: 1 }), []);
    t.same(await store.requests.list(mine, { limit: 9, before: 'unknown' }), []);
  });
}
