import t from 'tap';
import { join } from 'node:path';
import { createDurations } from './durations.ts';

t.test('what took long comes first the next time', async (t) => {
  const file = join(t.testdir({}), 'folder', 'durations.json');
  const first = await createDurations(file);
  t.same(first.longestFirst(['packages/a', 'tests/b']), ['tests/b', 'packages/a']);
  await first.write([
    { path: 'packages/a', seconds: 9.2 },
    { path: 'tests/b', seconds: 3.9 },
  ]);
  const second = await createDurations(file);
  await second.write([{ path: 'packages/c', seconds: 5 }]);
  const third = await createDurations(file);
  t.same(third.longestFirst(['tests/b', 'packages/c', 'packages/a', 'tests/new']), [
    'tests/new',
    'packages/a',
    'packages/c',
    'tests/b',
  ]);
});

t.test('what takes long is known from the last time, or beforehand', async (t) => {
  const file = join(t.testdir({}), 'durations.json');
  const first = await createDurations(file);
  t.equal(first.isLong('tests/survival.test.ts'), true);
  t.equal(first.isLong('tests/b'), false);
  await first.write([
    { path: 'tests/survival.test.ts', seconds: 12 },
    { path: 'tests/b', seconds: 25 },
  ]);
  const second = await createDurations(file);
  t.equal(second.isLong('tests/survival.test.ts'), false);
  t.equal(second.isLong('tests/b'), true);
});

t.test('a file that cannot be read is an empty one', async (t) => {
  const file = join(t.testdir({ 'durations.json': '{"a":' }), 'durations.json');
  const durations = await createDurations(file);
  t.same(durations.longestFirst(['packages/a', 'tests/b']), ['tests/b', 'packages/a']);
});
