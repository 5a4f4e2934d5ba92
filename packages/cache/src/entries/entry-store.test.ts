import { randomBytes } from 'node:crypto';
import t, { type Test } from 'tap';
import { createDiskStore } from './disk-store.ts';
import { toResult } from './entry.ts';
import type { EntryStore } from './entry-store.ts';
import { createClock, entryOf, resultOf } from '../fixtures/results.ts';
import { createMemoryStore } from './memory-store.ts';
import { createObjectStore } from './object-store.ts';
import { createObjects } from '../fixtures/objects.ts';

interface StoreOptions {
  maxBytes: number;
  now: () => number;
}

/** Conformance suite of an entry store. */
function entryStoreConformance(
  name: string,
  make: (options: StoreOptions, dir: string) => EntryStore,
  /** True if the store knows its size, and evicts what exceeds its limit. */
  isCounted = true,
) {
  t.test(name, async (t) => {
    const clock = createClock();
    const storeFor = (t: Test, maxBytes = 2 ** 20) =>
      make({ maxBytes, now: clock.now }, t.testdir({}));
    const entry = (size: number, more: { key?: string; ttlSeconds?: number } = {}) =>
      entryOf(randomBytes(size), { storedAt: clock.now(), ...more });

    t.test('returns exactly the bytes that were written', async (t) => {
      const store = storeFor(t);
      const written = entry(5000);
      t.equal(await store.read(written.key), undefined);
      t.equal(await store.write(written), true);
      const read = await store.read(written.key);
      t.ok(read);
      if (!read) return;
      t.equal(Buffer.compare(read.body, written.body), 0);
      t.match(read, { key: written.key, storedAt: written.storedAt, head: written.head });
      const { body: _body, timings, ...rest } = toResult(read);
      const { body: _before, timings: _timings, ...expected } = resultOf(new Uint8Array());
      t.same(rest, expected);
      t.same(timings, []);
    });

    t.test('takes a body of no bytes, and the newer of two under one key', async (t) => {
      const store = storeFor(t);
      const key = 'ab'.repeat(32);
      await store.write(entry(0, { key }));
      t.equal((await store.read(key))?.body.byteLength, 0);
      await store.write(entry(10, { key }));
      t.equal((await store.read(key))?.body.byteLength, 10);
      if (isCounted) t.equal(store.holdings.entries, 1);
    });

    t.test('an entry is gone when its time is over, not before', async (t) => {
      const store = storeFor(t);
      const short = entry(10, { ttlSeconds: 10 });
      const long = entry(10, { ttlSeconds: 20 });
      await store.write(short);
      await store.write(long);
      clock.move(9_999);
      t.ok(await store.read(short.key));
      clock.move(1);
      t.equal(await store.read(short.key), undefined);
      t.ok(await store.read(long.key));
      clock.move(10_000);
      if (isCounted) t.equal(await store.sweep(), 1);
      t.same(store.holdings, { entries: 0, bytes: 0 });
    });

    t.test('holds no more than it may: what was not used for longest goes', async (t) => {
      if (!isCounted) return;
      const store = storeFor(t, 10_000);
      const [first, second, third] = [entry(3000), entry(3000), entry(3000)];
      await store.write(first);
      await store.write(second);
      await store.read(first.key);
      await store.write(third);
      t.ok(await store.read(first.key), 'it was used');
      t.equal(await store.read(second.key), undefined);
      t.ok(await store.read(third.key));
      t.equal(store.evictions, 1);
      t.ok(store.holdings.bytes <= 10_000);
    });

    t.test('an entry that is too large is not kept, nor an older one of its key', async (t) => {
      const store = storeFor(t, 10_000);
      const small = entry(100);
      await store.write(small);
      t.equal(await store.write(entry(20_000, { key: small.key })), false);
      t.equal(await store.read(small.key), undefined);
      t.same(store.holdings, { entries: 0, bytes: 0 });
    });

    t.test('removes, and minds no removal of what is not there', async (t) => {
      const store = storeFor(t);
      const written = entry(10);
      await store.write(written);
      await store.remove(written.key);
      await store.remove(written.key);
      t.equal(await store.read(written.key), undefined);
    });

    t.test('many at once', async (t) => {
      const store = storeFor(t, 60_000);
      const entries = Array.from({ length: 200 }, () => entry(1000));
      await Promise.all(entries.map((one) => store.write(one)));
      const read = await Promise.all(entries.map((one) => store.read(one.key)));
      const kept = read.filter((one) => one !== undefined);
      const [least, max] = isCounted ? [30, 60] : [200, 200];
      t.ok(kept.length >= least && kept.length <= max, `${kept.length} fit`);
      for (const one of kept) {
        const { body } = entries.find(({ key }) => key === one.key) ?? one;
        t.equal(Buffer.compare(body, one.body), 0);
      }
    });
  });
}

entryStoreConformance('memory', (options) => createMemoryStore(options));
entryStoreConformance('disk', (options, dir) =>
  createDiskStore({
    ...options,
    dir,
    onWarning: (message) => {
      throw new Error(message);
    },
  }),
);
entryStoreConformance(
  'objects',
  ({ maxBytes, now }) =>
    createObjectStore({
      objects: createObjects(),
      maxEntryBytes: maxBytes,
      now,
      onWarning: (message) => {
        throw new Error(message);
      },
    }),
  false,
);
