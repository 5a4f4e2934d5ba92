import { randomBytes } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { fileKey, type FileBytes } from '@tintype/files';

/** Opens file storage in a new, empty place; a second call with the same test opens it again. */
export type MakeFileBytes = (t: Test) => Promise<() => FileBytes>;

const MIB = 1_048_576;

/** Conformance suite of file storage. Calls `tap`: for tests. */
export function fileBytesConformance(name: string, makePlace: MakeFileBytes): void {
  t.test(`${name}: files`, async (t) => {
    t.test('content comes back as it was, for others, too', (t) => comesBack(t, makePlace));
    t.test('some of a content', (t) => ranges(t, makePlace));
    t.test('as large as a video', (t) => large(t, makePlace));
    t.test('a reader that leaves, and readers at the same time', (t) => readers(t, makePlace));
    t.test('what is removed is gone', (t) => removed(t, makePlace));
    t.test('names that are none of ours reach nothing', (t) => foreign(t, makePlace));
    t.test('what another length or content was written for is not given', async (t) => {
      const files = (await makePlace(t))();
      const file = await files.write(Buffer.from('some content'));
      t.equal(await files.has({ ...file, bytes: 11 }), false);
      t.equal(await files.open({ ...file, bytes: 11 }), undefined);
      t.equal(await files.open({ ...file, bytes: 13 }, { first: 1, last: 2 }), undefined);
      t.equal(await files.read({ ...file, sha256: 'ab'.repeat(32) }), undefined);
    });
  });
}

async function comesBack(t: Test, makePlace: MakeFileBytes): Promise<void> {
  const open = await makePlace(t);
  const [files, others] = [open(), open()];
  const content = Buffer.from('content, ünïcode\0');
  const one = await files.write(content);
  const two = await files.write(content, true);
  t.match(one.name, /^[0-9a-f]{64}$/);
  t.not(one.name, two.name, 'nobody who knows the content knows the name');
  t.equal(one.sha256, two.sha256);
  t.equal(one.bytes, content.byteLength);
  t.equal(await others.has(one), true);
  t.same(await others.read(one), content);
  const stream = await others.open(one);
  t.equal(stream && (await text(stream)), content.toString());
  const empty = await files.write(new Uint8Array());
  t.equal(await others.has(empty), true);
  t.same(await others.read(empty), Buffer.alloc(0));
  const nothing = await others.open(empty);
  t.same(nothing && (await buffer(nothing)), Buffer.alloc(0));
  const part = Buffer.from('a part of a larger piece of memory').subarray(2, 6);
  t.same(await others.read(await files.write(part)), Buffer.from('part'));
}

async function ranges(t: Test, makePlace: MakeFileBytes): Promise<void> {
  const files = (await makePlace(t))();
  const content = randomBytes(70_000);
  const file = await files.write(content);
  for (const [first, last] of [
    [0, 0],
    [0, 69_999],
    [69_999, 69_999],
    [100, 65_700],
  ] as const) {
    const stream = await files.open(file, { first, last });
    const expected = content.subarray(first, last + 1);
    t.ok(stream && expected.equals(await buffer(stream)), `${first} to ${last}`);
  }
}

async function large(t: Test, makePlace: MakeFileBytes): Promise<void> {
  const open = await makePlace(t);
  const content = randomBytes(MIB);
  const whole = Buffer.concat(Array.from({ length: 20 }, () => content));
  whole[whole.length - 1] = 7;
  const file = await open().write(whole);
  t.equal(file.bytes, 20 * MIB);
  const read = await open().read(file);
  t.ok(read?.equals(whole));
  const last = { first: 17 * MIB, last: 20 * MIB - 1 };
  const stream = await open().open(file, last);
  t.ok(stream && whole.subarray(last.first).equals(await buffer(stream)));
}

async function readers(t: Test, makePlace: MakeFileBytes): Promise<void> {
  const files = (await makePlace(t))();
  const content = randomBytes(2 * MIB);
  const file = await files.write(content);
  const leaving = await files.open(file);
  for await (const chunk of leaving ?? []) {
    t.ok((chunk as Buffer).byteLength > 0);
    break;
  }
  t.equal(leaving?.destroyed, true);
  const streams = await Promise.all(Array.from({ length: 8 }, () => files.open(file)));
  const read = await Promise.all(streams.map(async (stream) => stream && buffer(stream)));
  t.ok(read.every((one) => one && content.equals(one)));
}

async function removed(t: Test, makePlace: MakeFileBytes): Promise<void> {
  const open = await makePlace(t);
  const [files, others] = [open(), open()];
  const contents = Array.from({ length: 24 }, (_each, at) => Buffer.from(`content ${at}`));
  const [one, two, three, stays, ...rest] = await Promise.all(
    contents.map((content) => files.write(content)),
  );
  if (!one || !two || !three || !stays) throw new Error('They were not written.');
  await files.remove(one.name);
  await files.remove(one.name);
  await files.removeKey(fileKey(two.name));
  await files.removeKeys([]);
  await files.removeKeys([three, two, ...rest].map(({ name }) => fileKey(name)));
  for (const gone of [one, two, three, ...rest]) {
    t.equal(await others.has(gone), false);
  }
  t.equal(await others.read(one), undefined);
  t.equal(await others.open(one), undefined);
  t.same(await others.read(stays), contents[3]);
}

async function foreign(t: Test, makePlace: MakeFileBytes): Promise<void> {
  const files = (await makePlace(t))();
  for (const name of ['', '..', '../secret', 'ab/../../x', 'A'.repeat(64), `${'a'.repeat(64)}\0`]) {
    t.equal(await files.read({ name, sha256: '' }), undefined);
    t.equal(await files.open({ name, bytes: 6 }), undefined);
    await files.remove(name);
    await files.removeKey(name);
  }
}
