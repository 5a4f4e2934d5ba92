import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createDiskStore } from './disk-store.ts';
import { isBodyFor, createClock, entryOf } from '../fixtures/results.ts';

const fileOf = (dir: string, key: string) => path.join(dir, key.slice(0, 2), key);

function open(dir: string, { maxBytes = 2 ** 24, now = Date.now } = {}) {
  const warnings: string[] = [];
  const store = createDiskStore({ dir, maxBytes, now, onWarning: (text) => warnings.push(text) });
  return { store, warnings };
}

const fresh = (text: string, more: { key?: string; ttlSeconds?: number } = {}) =>
  entryOf(Buffer.from(text), { storedAt: Date.now(), ...more });

t.test('entries outlive the process, in the order of their use', async (t) => {
  const dir = t.testdir({});
  const before = open(dir);
  const entries = ['one', 'two', 'three'].map((text) => fresh(text.repeat(100)));
  for (const [index, entry] of entries.entries()) {
    await before.store.write(entry);
    const usedAtS = Date.now() / 1000 - 100 + index;
    await utimes(fileOf(dir, entry.key), usedAtS, usedAtS);
  }
  const after = open(dir, { maxBytes: before.store.holdings.bytes });
  t.equal(
    (await after.store.read(entries[0]?.key ?? ''))?.body.byteLength,
    300,
    'before a look at the folder',
  );
  await after.store.sweep();
  t.same(after.store.holdings, before.store.holdings);
  await after.store.write(fresh('four'));
  t.ok(await after.store.read(entries[0]?.key ?? ''), 'it was used since');
  t.notOk(await after.store.read(entries[1]?.key ?? ''), 'it was used longest ago');
  t.same(after.warnings, []);
});

t.test('a file that is not what was written is removed and not given', async (t) => {
  const damages: Record<string, (file: string) => Promise<unknown>> = {
    'cut off': (file) => truncate(file, 600),
    'cut off after its metadata': (file) => truncate(file, 300),
    empty: (file) => truncate(file, 0),
    'one bit of the body': async (file) => {
      const content = await readFile(file);
      content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
      await writeFile(file, content);
    },
    'one bit of the head': async (file) => {
      const content = await readFile(file);
      const at = content.indexOf('image/png');
      content.writeUInt8(content.readUInt8(at) ^ 1, at);
      await writeFile(file, content);
    },
    'a later end': async (file) => {
      const content = (await readFile(file, 'latin1')).replace(/"expiresAt":1/, '"expiresAt":9');
      await writeFile(file, content, 'latin1');
    },
    'something else': (file) => writeFile(file, 'hello '.repeat(300)),
    'more at its end': (file) => writeFile(file, 'x', { flag: 'a' }),
  };
  for (const [name, damage] of Object.entries(damages)) {
    const dir = t.testdir({});
    const { store, warnings } = open(dir);
    const entry = fresh('whole '.repeat(200));
    await store.write(entry);
    await damage(fileOf(dir, entry.key));
    t.equal(await store.read(entry.key), undefined, name);
    t.same(await readdir(path.dirname(fileOf(dir, entry.key))), [], `${name}: removed`);
    t.equal(store.corrupt, 1, name);
    t.match(warnings, [/had an entry that was damaged/], name);
    t.equal(store.holdings.entries, 0, name);
  }
});

t.test('the file of one entry is not taken for another', async (t) => {
  const dir = t.testdir({});
  const { store } = open(dir);
  const entry = fresh('mine', { key: 'ab'.repeat(32) });
  await store.write(entry);
  const other = `ab${'cd'.repeat(31)}`;
  await writeFile(fileOf(dir, other), await readFile(fileOf(dir, entry.key)));
  t.equal(await store.read(other), undefined);
  t.ok(await store.read(entry.key));
});

t.test('only files with the name of an entry are read, written or removed', async (t) => {
  const dir = t.testdir({
    'notes.txt': 'mine',
    ab: { 'readme.md': 'mine', AB: 'mine', [`cd${'0'.repeat(62)}`]: 'in the wrong folder' },
    tmp: { 'keep.me': 'mine' },
    zz: { [`zz${'0'.repeat(62)}`]: 'mine' },
  });
  const { store } = open(dir);
  t.equal(await store.sweep(), 0);
  t.same((await readdir(path.join(dir, 'ab'))).length, 3);
  t.same((await readdir(dir)).toSorted(), ['ab', 'notes.txt', 'tmp', 'zz']);
  for (const key of ['', '../../etc/passwd', `${'a'.repeat(63)}G`, 'A'.repeat(64)]) {
    await t.rejects(store.read(key), TypeError);
    await t.rejects(store.write(fresh('x', { key })), TypeError);
  }
});

t.test('a sweep takes expired, unfinished and foreign files', async (t) => {
  const clock = createClock(Date.now());
  const dir = t.testdir({});
  const { store } = open(dir, clock);
  const [short, long] = [fresh('short', { ttlSeconds: 10 }), fresh('long', { ttlSeconds: 9999 })];
  await store.write(short);
  await store.write(long);
  const junk = `ab${'0'.repeat(62)}`;
  await mkdir(path.join(dir, 'ab'), { recursive: true });
  await writeFile(fileOf(dir, junk), 'junk');
  const halves = ['0'.repeat(32), '1'.repeat(32)].map((name) => path.join(dir, 'tmp', name));
  for (const half of halves) await writeFile(half, 'half');
  await utimes(halves[0] ?? '', Date.now() / 1000 - 7200, Date.now() / 1000 - 7200);
  // It was stored a moment after the clock was made.
  clock.move(60_000);
  const { store: another } = open(dir, clock);
  t.equal(await another.sweep(), 2);
  t.same(await readdir(path.join(dir, 'tmp')), ['1'.repeat(32)], 'a write may be under way');
  t.equal(another.holdings.entries, 1);
  t.ok(await another.read(long.key));
  await store.sweep();
  t.equal(store.holdings.entries, 1, 'what the other one removed is known');
});

const skip = process.platform === 'win32';
t.test('other users cannot read cached files', { skip }, async (t) => {
  const dir = path.join(t.testdir({}), 'made', 'here');
  const { store } = open(dir);
  const entry = fresh('secret');
  await store.write(entry);
  t.equal((await stat(fileOf(dir, entry.key))).mode & 0o077, 0);
  t.equal((await stat(path.dirname(fileOf(dir, entry.key)))).mode & 0o077, 0);
});

t.test('a folder that cannot be written to is reported once, and no request fails', async (t) => {
  const dir = t.testdir({ folder: 'a file is in the way' });
  const { store, warnings } = open(path.join(dir, 'folder'));
  for (let index = 0; index < 3; index += 1) {
    const entry = fresh('x');
    t.equal(await store.write(entry), false);
    t.equal(await store.read(entry.key), undefined);
  }
  await store.sweep();
  t.equal(store.writeFailures, 3);
  const [first] = warnings.filter((text) => text.includes('cannot be written to'));
  t.match(
    first,
    /folder cannot be written to; results are given without being kept \(E[A-Z]+\)\.$/,
  );
  t.equal(warnings.filter((text) => text === first).length, 1);
});

t.test('an entry that cannot be read is a miss', async (t) => {
  const dir = t.testdir({});
  const { store, warnings } = open(dir);
  const { key } = fresh('x');
  await mkdir(fileOf(dir, key), { recursive: true });
  t.equal(await store.read(key), undefined);
  t.match(warnings, [/cannot be read \(EISDIR\)/]);
});

t.test('a full disk', { skip: canMount() ? false : 'needs root and a tmpfs' }, async (t) => {
  const dir = t.testdir({});
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir]);
  try {
    const { store, warnings } = open(dir);
    const entries = Array.from({ length: 12 }, (_, index) => fresh(`${index}`.repeat(9000)));
    const written = [];
    for (const entry of entries) written.push(await store.write(entry));
    t.ok(written.includes(true), 'some fit');
    t.ok(written.includes(false), 'some did not');
    t.match(warnings, [/cannot be written to; results are given without being kept \(ENOSPC\)\.$/]);
    t.equal(warnings.length, 1);
    for (const [index, entry] of entries.entries()) {
      const read = await store.read(entry.key);
      const isWhole = read !== undefined && Buffer.compare(read.body, entry.body) === 0;
      t.equal(isWhole, written[index]);
      if (!written[index]) t.equal(read, undefined);
    }
    t.same(await readdir(path.join(dir, 'tmp')), [], 'nothing half written stays');
  } finally {
    execFileSync('umount', [dir]);
  }
});

t.test('kill -9 while writing leaves no wrong entry, and two processes do no harm', async (t) => {
  const dir = t.testdir({});
  const script = path.join(import.meta.dirname, '../fixtures/write-until-killed.ts');
  const start = (args: readonly string[]) =>
    spawn(process.execPath, ['--conditions=@tintype/source', script, dir, ...args]);
  // In the second round both write the same entries, and there is room for five of the eight.
  const rounds = [['100000000'], ['4000000', 'shared']];
  for (const [round, args] of rounds.entries()) {
    const pair = [start(args), start(args)];
    const complaints = pair.map((child) => text(child.stderr));
    const evicted = await Promise.all(
      pair.map(async ({ stdout }) => Number(String(await once(stdout, 'data')).split('\n')[0])),
    );
    t.same(evicted, round === 0 ? [0, 0] : [3, 3]);
    // Where they are in their work is another place each time.
    await delay(20 + 35 * round);
    for (const child of pair) child.kill('SIGKILL');
    t.same(await Promise.all(complaints), ['', '']);
  }
  const { store, warnings } = open(dir, { maxBytes: 2 ** 26 });
  // A sweep would take what is not whole.
  let read = 0;
  for (const shard of (await readdir(dir)).filter((name) => name !== 'tmp')) {
    for (const key of await readdir(path.join(dir, shard))) {
      const entry = await store.read(key);
      t.ok(entry && isBodyFor(key, entry.body), `${key} is whole`);
      read += 1;
    }
  }
  t.ok(read >= 16 && read <= 24, `${read} entries were there`);
  t.equal(store.corrupt, 0);
  await store.sweep();
  t.equal(store.holdings.entries, read);
  t.same(warnings, []);
});

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const dir = t.testdir({});
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', dir], { stdio: 'ignore' });
    execFileSync('umount', [dir]);
    return true;
  } catch {
    return false;
  }
}
