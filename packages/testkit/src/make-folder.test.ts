import { accessSync, constants, existsSync, readFileSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder, quickFolder } from './make-folder.ts';

t.test('a folder has its files, is private, and is removed in the end', async (t) => {
  const ends: (() => void)[] = [];
  const owner = { teardown: (end: () => void) => void ends.push(end) };
  const folder = makeFolder(owner, { 'a.txt': 'a', 'deep/er/b.bin': Buffer.from([1]) });
  const other = makeFolder(owner);
  t.not(folder, other);
  t.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'a');
  if (process.platform !== 'win32')
    t.equal(statSync(folder).mode & 0o777, 0o755, 'others may read');
  t.same([...readFileSync(join(folder, 'deep/er/b.bin'))], [1]);
  for (const end of ends) end();
  t.same([folder, other].map(existsSync), [false, false]);
});

t.test('a folder that can be written to, in memory if it is not the usual one', async (t) => {
  const folder = quickFolder();
  accessSync(folder, constants.W_OK);
  if (folder === tmpdir()) return;
  const TMPFS = 0x01021994;
  t.equal(statfsSync(folder).type, TMPFS);
});
