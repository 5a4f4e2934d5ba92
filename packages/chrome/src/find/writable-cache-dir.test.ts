import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { writableCacheDir } from './default-cache-dir.ts';

const uid = process.getuid?.();

t.test('a folder that exists, or can be made, is taken', async (t) => {
  const dir = t.testdir({ cache: {} });
  for (const cacheDir of [join(dir, 'cache'), join(dir, 'deep', 'cache')])
    t.equal(writableCacheDir(cacheDir, { tmpDir: dir, uid }), cacheDir);
  t.notOk(existsSync(join(dir, 'deep')));
});

const skip = uid === undefined && 'needs a system with users';
t.test('otherwise a folder below the temporary one is taken', { skip }, async (t) => {
  // Root may write anywhere, but not below a file.
  const dir = t.testdir({ home: 'a file', elsewhere: {} });
  const cacheDir = join(dir, 'home', '.cache', 'tintype');
  const own = join(dir, `tintype-cache-${uid}`);
  const found = () => writableCacheDir(cacheDir, { tmpDir: dir, uid });
  t.equal(found(), own);
  t.equal(found(), own, 'a second time');
  chmodSync(own, 0o777);
  t.equal(found(), cacheDir, 'but none that others can write to');
  rmSync(own, { recursive: true });
  symlinkSync(join(dir, 'elsewhere'), own);
  t.equal(found(), cacheDir, 'nor a link');
  rmSync(own);
  mkdirSync(own);
  t.equal(
    writableCacheDir(cacheDir, { tmpDir: join(dir, 'none'), uid }),
    cacheDir,
    'without a temporary folder',
  );
});
