import t from 'tap';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurations } from './durations.ts';

const each = (...paths: string[]) => paths.map((path) => [path]);

/** For files without known durations, unless a test sets those of the repository. */
const filesIn = (folder: string) => ({
  own: join(folder, 'folder', 'durations.json'),
  shipped: join(folder, 'shipped.json'),
});

t.test('what took long comes first the next time', async (t) => {
  const files = filesIn(t.testdir({}));
  const first = await createDurations(files);
  t.same(first.longestFirst(each('packages/a', 'tests/b')), each('tests/b', 'packages/a'));
  await first.write([
    { path: 'packages/a', seconds: 9.2 },
    { path: 'tests/b', seconds: 3.9 },
  ]);
  const second = await createDurations(files);
  await second.write([{ path: 'packages/c', seconds: 5 }]);
  const third = await createDurations(files);
  t.same(
    third.longestFirst(each('tests/b', 'packages/c', 'packages/a', 'tests/new')),
    each('tests/new', 'packages/a', 'packages/c', 'tests/b'),
  );
  const together = ['packages/c', 'tests/b'];
  t.same(third.longestFirst([['packages/c'], ['packages/a'], ['tests/b'], together]), [
    ['packages/a'],
    together,
    ['packages/c'],
    ['tests/b'],
  ]);
});

t.test('how long files take is known from the last time, or beforehand', async (t) => {
  const files = filesIn(t.testdir({ 'shipped.json': '{"tests/a.test.ts": [30, 12]}' }));
  const first = await createDurations(files);
  t.equal(first.secondsOf(['tests/a.test.ts']), 30);
  t.equal(first.secondsOf(['tests/b']), 30, 'what nobody knows may take long');
  await first.write([
    { path: 'tests/a.test.ts', seconds: 12 },
    { path: 'tests/b', seconds: 25 },
  ]);
  const second = await createDurations(files);
  t.equal(second.secondsOf(['tests/a.test.ts', 'tests/b']), 37);
  t.equal(second.secondsOf([]), 0);
});

t.test('files that wait take less of a core', async (t) => {
  const files = filesIn(
    t.testdir({ 'shipped.json': '{"tests/a": [30, 12], "tests/b": [10, 28]}' }),
  );
  const first = await createDurations(files);
  t.equal(first.shareOf(['tests/a']), 0.4);
  t.equal(first.shareOf(['tests/b']), 1, 'no more than the one core that is left to it');
  t.equal(first.shareOf(['tests/a', 'tests/b']), 1);
  const unknown = first.shareOf(['tests/c']);
  t.ok(unknown > 0.5 && unknown <= 1, 'and what nobody knows takes most of one');
  await first.write([{ path: 'tests/c', seconds: 10, cpuSeconds: 3 }]);
  t.equal((await createDurations(files)).shareOf(['tests/c']), 0.3);
  await first.write([{ path: 'tests/c', seconds: 6 }]);
  const later = await createDurations(files);
  t.equal(later.shareOf(['tests/c']), 0.5, 'what was measured stays known');
});

t.test('a file that cannot be read is an empty one', async (t) => {
  for (const content of ['{"a":', '{"packages/a": 5000, "packages/b": "x"}']) {
    const { own: shipped } = filesIn(t.testdir({ folder: { 'durations.json': content } }));
    const durations = await createDurations({ own: shipped, shipped });
    t.same(durations.longestFirst(each('packages/a', 'tests/b')), each('tests/b', 'packages/a'));
  }
});

t.test('what the repository brings names files that are there', async (t) => {
  const known = JSON.parse(await readFile(join(import.meta.dirname, 'durations.json'), 'utf8'));
  for (const path of Object.keys(known))
    t.ok(await readFile(join(import.meta.dirname, '..', path)), path);
});
