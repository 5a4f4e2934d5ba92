import { readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openFileBytes } from './open-file-bytes.ts';
import { fileKey } from './file-bytes.ts';

async function list(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const name of names) found.push(name);
  return found;
}

t.test('damaged content is not given out', async (t) => {
  const folder = t.testdir();
  const files = openFileBytes(folder);
  const file = await files.write(Buffer.from('some content'));
  const key = fileKey(file.name);
  const path = join(folder, key.slice(0, 2), key);
  t.equal(statSync(path).mode & 0o777, 0o600);
  writeFileSync(path, 'Some content');
  t.equal(await files.read(file), undefined, 'one letter is another');
  truncateSync(path, 4);
  t.equal(await files.read(file), undefined);
  t.equal(await files.open(file), undefined, 'its length is another');
});

t.test('names that are none of ours reach nothing', async (t) => {
  const folder = t.testdir({ ab: {}, secret: 'secret' });
  const files = openFileBytes(join(folder, 'ab'));
  for (const name of [
    '../secret',
    '..',
    '',
    'ab/../../secret',
    'A'.repeat(64),
    `${'a'.repeat(64)}\0`,
  ]) {
    t.equal(await files.read({ name, sha256: '' }), undefined);
    t.equal(await files.open({ name, bytes: 6 }), undefined);
    await files.remove(name);
  }
  t.ok(statSync(join(folder, 'secret')));
});

t.test('old files are found, and what a dead writer left is removed', async (t) => {
  const folder = t.testdir();
  const files = openFileBytes(folder);
  t.same(await list(openFileBytes(join(folder, 'none')).olderThan(0)), []);
  const old = await files.write(Buffer.from('old'));
  const young = await files.write(Buffer.from('young'));
  const key = fileKey(old.name);
  const shelf = join(folder, key.slice(0, 2));
  const partial = join(shelf, `partial-${key}`);
  const foreign = join(shelf, 'README');
  for (const path of [partial, foreign]) writeFileSync(path, 'x');
  const long = new Date(Date.now() - 100_000);
  for (const path of [join(shelf, key), partial, foreign]) utimesSync(path, long, long);
  t.same(await list(files.olderThan(50_000)), [key]);
  t.same(readdirSync(shelf).toSorted().includes(`partial-${key}`), false);
  t.ok(statSync(foreign), 'what is not ours stays');
  t.ok(await files.read(young));
});

t.test('a folder that cannot be written', async (t) => {
  const folder = t.testdir({ file: 'in the way' });
  const files = openFileBytes(join(folder, 'file'));
  await t.rejects(files.write(Buffer.from('x')), {
    code: 'storage_failed',
    status: 503,
    message: /^The store of the service failed: /,
  });
  await t.rejects(files.write(Buffer.from('x')), { message: /^(?!.*tap)/ }, 'no path in it');
});
