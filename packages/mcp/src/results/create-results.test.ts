import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createResults } from './create-results.ts';

t.test('a file that could not be written does not use up room', async (t) => {
  const folder = join(t.testdir(), 'results');
  const results = createResults({ folder, maxBytes: 100 });
  const add = (bytes: number) => results.add('image', 'png', 'image/png', new Uint8Array(bytes));
  await add(40);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
  for (let at = 0; at < 5; at += 1) await t.rejects(add(30), { code: /EEXIST|ENOTDIR/ });
  rmSync(folder);
  await add(50);
  t.equal(results.list().length, 2, 'both have room');
  await add(20);
  t.same(
    results.list().map(({ bytes }) => bytes),
    [20, 50],
    'the oldest goes first',
  );
});
