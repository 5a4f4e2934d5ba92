import t from 'tap';
import { createObjects } from '../fixtures/objects.ts';
import { createClock, entryOf } from '../fixtures/results.ts';
import { createObjectStore } from './object-store.ts';

function openLab() {
  const clock = createClock();
  const objects = createObjects();
  const warnings: string[] = [];
  const open = () =>
    createObjectStore({
      objects,
      maxEntryBytes: 100_000,
      now: clock.now,
      onWarning: (message) => warnings.push(message),
    });
  const entry = (text: string) => entryOf(Buffer.from(text), { storedAt: clock.now() });
  return { clock, objects, warnings, open, entry };
}

t.test('what one keeps, another one has', async (t) => {
  const { objects, open, entry, clock } = openLab();
  const [one, other] = [open(), open()];
  const written = entry('shared');
  t.equal(await one.write(written), true);
  t.match(await other.read(written.key), { key: written.key, head: written.head });
  clock.move(60_000);
  t.equal(await other.read(written.key), undefined);
  await new Promise(setImmediate);
  t.equal(objects.content.size, 1, 'another service may have written there since');
  const fresh = { ...written, storedAt: clock.now(), expiresAt: clock.now() + 60_000 };
  await one.write(fresh);
  t.equal(objects.content.size, 1, 'what is rendered instead replaces it');
  t.match(await other.read(written.key), { storedAt: fresh.storedAt });
});

t.test('an entry that has expired does not cost another one that was written since', async (t) => {
  const { objects, open, entry, clock } = openLab();
  const [one, other] = [open(), open()];
  const old = entry('shared');
  await one.write(old);
  clock.move(60_000);
  const reading = one.read(old.key);
  const fresh = { ...old, storedAt: clock.now(), expiresAt: clock.now() + 60_000 };
  await other.write(fresh);
  await reading;
  await new Promise(setImmediate);
  t.match(await other.read(old.key), { storedAt: fresh.storedAt });
  t.equal(objects.content.size, 1);
});

t.test('a storage that refuses to remove is read and written all the same', async (t) => {
  const { objects, open, entry, warnings } = openLab();
  const store = open();
  const kept = entry('kept');
  await store.write(kept);
  objects.remove = async () => {
    throw new Error('It refuses the keys.');
  };
  await store.remove(entry('another').key);
  t.same(warnings, ['The shared cache cannot be used: It refuses the keys.']);
  t.match(await store.read(kept.key), { key: kept.key });
});

t.test('what is damaged, or stands under another key, is not given', async (t) => {
  const { objects, open, entry } = openLab();
  const store = open();
  const [one, two] = [entry('one'), entry('two')];
  await store.write(one);
  await store.write(two);
  const objectOf = (key: string) => `${key.slice(0, 2)}/${key}`;
  const bytes = objects.content.get(objectOf(one.key)) ?? new Uint8Array();
  objects.content.set(objectOf(two.key), bytes);
  t.equal(await store.read(two.key), undefined);
  const damaged = new Uint8Array(bytes);
  damaged[damaged.length - 1]! ^= 1;
  objects.content.set(objectOf(one.key), damaged);
  t.equal(await store.read(one.key), undefined);
  objects.content.set(objectOf(one.key), Buffer.from('short'));
  t.equal(await store.read(one.key), undefined);
  t.equal(store.corrupt, 3);
});

t.test('a read does not wait for storage that has just failed', async (t) => {
  const { objects, open, entry, warnings } = openLab();
  const store = open();
  const kept = entry('kept');
  await store.write(kept);
  objects.failure = new Error('It is away.');
  t.equal(await store.read(kept.key), undefined);
  const { calls } = objects;
  t.equal(await store.read(kept.key), undefined);
  t.equal(await store.write(entry('another')), false);
  await store.remove(kept.key);
  t.equal(objects.calls, calls, 'it is not asked');
  t.equal(store.writeFailures, 1);
  t.same(warnings, ['The shared cache cannot be used: It is away.']);
});
