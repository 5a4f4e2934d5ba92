import { text } from 'node:stream/consumers';
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

export async function keepingConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('files are there until they expire', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const [short, long] = [newFile(), newFile({ expiresAt: START + 90_000 })];
    for (const file of [short, long]) await store.files.add('a', file);
    clock.now = short.expiresAt - 1;
    t.ok(await second.files.get(short.name));
    t.same(await second.files.expired(9), []);
    clock.now += 1;
    t.equal(await second.files.get(short.name), undefined);
    t.match(await second.files.expired(9), [{ ...short, accountId: 'a' }]);
    await store.files.remove([short.name, 'unknown']);
    t.same(await second.files.expired(9), []);
    t.ok(await second.files.get(long.name));
    for (const name of ['', '../../etc/passwd', '\0', short.name.toUpperCase()]) {
      t.equal(await second.files.get(name), undefined);
    }
  });

  t.test('of traces the newest of an account stay, for the account alone', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const bounds = { traces: 3, bytes: 100, storedBytes: 1000 };
    const add = async (request: string, bytes: number, account = 'a') => {
      const file = newFile({ bytes, expiresAt: START + 90_000 });
      await store.files.addTrace(account, request, file, bounds);
      clock.now += 1;
      return file;
    };
    const there = async (...requests: string[]) => {
      const found = await Promise.all(requests.map((each) => second.files.traceOf('a', each)));
      return requests.filter((_, at) => found[at] !== undefined);
    };
    const first = await add('r1', 10);
    t.match(await second.files.traceOf('a', 'r1'), { ...first, accountId: 'a' });
    t.equal(await second.files.traceOf('b', 'r1'), undefined);
    t.equal(await second.files.traceOf('a', 'r2'), undefined);
    await add('r1', 10, 'b');
    const again = await add('r1', 10);
    t.match(await second.files.traceOf('a', 'r1'), { name: again.name }, 'the newest of a request');
    t.equal(await second.files.get(first.name), undefined);
    for (const request of ['r2', 'r3', 'r4']) await add(request, 10);
    t.same(await there('r1', 'r2', 'r3', 'r4'), ['r2', 'r3', 'r4'], 'so many');
    t.equal((await store.capacity.kept('a')).storedBytes, 30, 'what went takes no room');
    await add('r5', 85);
    t.same(await there('r2', 'r3', 'r4', 'r5'), ['r4', 'r5'], 'of so many bytes');
    t.ok(await second.files.traceOf('b', 'r1'), 'others keep theirs');
    await t.rejects(add('r6', 1001), { code: 'account_storage_full' });
    t.same(await there('r4', 'r5', 'r6'), ['r4', 'r5'], 'nothing goes for what does not fit');
    clock.now = START + 90_000;
    t.same(await there('r4', 'r5'), []);
  });

  t.test('traces that were not requested replace only each other', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    const add = async (request: string, isBrief: boolean) => {
      const file = newFile({ expiresAt: START + 90_000 });
      const bounds = { traces: 2, bytes: 100, storedBytes: 30, isBrief };
      await store.files.addTrace('a', request, file, bounds);
      clock.now += 1;
    };
    const there = async () => {
      const asked = ['w1', 'w2', 'b1', 'b2', 'b3'];
      const found = await Promise.all(asked.map((each) => store.files.traceOf('a', each)));
      return asked.filter((_, at) => found[at] !== undefined);
    };
    for (const each of ['w1', 'w2']) await add(each, false);
    for (const each of ['b1', 'b2', 'b3']) await add(each, true);
    t.same(await there(), ['w1', 'w2', 'b2', 'b3']);
    t.equal((await store.capacity.kept('a')).storedBytes, 24, 'they take no room');
    await add('b3', false);
    t.same(await there(), ['w2', 'b2', 'b3'], 'one of a request');
    t.equal((await store.capacity.kept('a')).storedBytes, 24);
    clock.now = START + 90_000;
    await store.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 });
    t.equal((await store.capacity.kept('a')).storedBytes, 0);
  });

  t.test('content comes back as it was', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const content = Buffer.from('content, ünïcode\0');
    const one = await store.fileBytes.write(content);
    const two = await store.fileBytes.write(content);
    t.match(one.name, /^[0-9a-f]{64}$/);
    t.not(one.name, two.name, 'nobody who knows the content knows the name');
    t.equal(one.sha256, two.sha256);
    t.equal(one.bytes, content.byteLength);
    t.same(await second.fileBytes.read(one), content);
    const stream = await second.fileBytes.open(one);
    t.equal(stream && (await text(stream)), content.toString());
    await store.fileBytes.remove(one.name);
    await store.fileBytes.remove(one.name);
    t.equal(await second.fileBytes.read(one), undefined);
    t.equal(await second.fileBytes.open(one), undefined);
    t.ok(await second.fileBytes.read(two));
    const empty = await store.fileBytes.write(new Uint8Array());
    t.same(await second.fileBytes.read(empty), Buffer.alloc(0));
  });

  t.test('a sweep takes what is past its time, and nothing else', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const accountId = await account();
    const retention = { requestsMs: 100_000, deliveriesMs: 50_000 };
    const bytes = await store.fileBytes.write(Buffer.from('old'));
    const old = newRequest(accountId);
    const file = newFile({ ...bytes, expiresAt: START + 10_000 });
    await store.requests.recordFinished(old, { file }, newDelivery(accountId));
    const [delivery] = await store.outbox.claimDue({
      leaseMs: 1_000,
      limit: 1,
      perHost: 1,
      perAccount: 1,
      slowLane: 1,
    });
    if (delivery) await store.outbox.acknowledge(delivery, 200);
    const waiting = newRequest(accountId);
    await store.requests.recordFinished(waiting, { error: errorBody() }, newDelivery(accountId));
    const queued = newRequest(accountId);
    await store.requests.enqueue(queued, undefined);
    const sweep = async () => await store.sweep(retention);
    t.same(await sweep(), { files: 0, requests: 0, deliveries: 0 });
    clock.now = START + 10_000;
    t.same(await sweep(), { files: 1, requests: 0, deliveries: 0 });
    t.equal(await store.fileBytes.read(bytes), undefined, 'the bytes are gone');
    t.ok((await store.requests.get(old.id))?.file, 'the request still tells of it');
    clock.now = START + 50_000;
    t.same(await sweep(), { files: 0, requests: 0, deliveries: 1 });
    t.equal((await store.outbox.list({ limit: 9 })).length, 1, 'what has to be attempted stays');
    clock.now = START + 100_000;
    t.same(await sweep(), { files: 0, requests: 2, deliveries: 0 });
    t.equal(await store.requests.get(old.id), undefined);
    t.ok(await store.requests.get(queued.id), 'what has to be done stays');
    clock.now = START + 1e12;
    t.same(await sweep(), { files: 0, requests: 0, deliveries: 0 });
    t.equal((await store.outbox.list({ limit: 9 })).length, 1);
  });

  t.test('a sweep of many', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const accountId = await account();
    for (let i = 0; i < 1_100; i++) {
      await store.requests.recordFinished(newRequest(accountId), { error: errorBody() });
    }
    clock.now += 10;
    t.match(await store.sweep({ requestsMs: 5, deliveriesMs: 5 }), { requests: 1_100 });
  });

  t.test('what is open stays open through a sweep', async (t) => {
    const { store, second, account } = await openPair(t, makePlace);
    const accountId = await account();
    const claim = await claimOne(store, accountId);
    const id = (await store.usage.reserve(accountId, 5)) ?? '';
    await second.sweep({ requestsMs: 0, deliveriesMs: 0 });
    t.match(await store.usage.used(accountId), { reserved: 2 });
    t.equal(await store.requests.extend(claim, 1_000), true);
    t.equal(await store.usage.settle(id), true);
  });
}
