import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import t from 'tap';
import { startScript } from '../fixtures/start-script.ts';
import { cacheFolder } from './cache-folder.ts';

t.test('is made once, open to other users whatever the umask', async (t) => {
  const cacheDir = path.join(t.testdir(), 'deep', 'cache');
  const before = process.umask(0o077);
  t.teardown(() => process.umask(before));
  let times = 0;
  const fill = async (dir: string): Promise<void> => {
    times++;
    await mkdir(path.join(dir, 'sub'));
    await writeFile(path.join(dir, 'sub', 'program'), 'x', { mode: 0o700 });
  };
  const folder = await cacheFolder(cacheDir, 'thing-1', fill);
  t.equal(folder, path.join(cacheDir, 'thing-1'));
  t.equal(await cacheFolder(cacheDir, 'thing-1', fill), folder);
  t.equal(times, 1);
  for (const name of ['', 'sub', 'sub/program']) {
    t.equal(statSync(path.join(folder, name)).mode & 0o777, 0o755, `mode of ${name || 'folder'}`);
  }
  t.equal(statSync(path.dirname(cacheDir)).mode & 0o777, 0o755, 'the folders above as well');
});

t.test('two at the same time: both get it whole', async (t) => {
  const cacheDir = t.testdir();
  const fill = (text: string) => async (dir: string) => {
    await writeFile(path.join(dir, 'a'), text);
    await new Promise((resolve) => setImmediate(resolve));
    await writeFile(path.join(dir, 'b'), text);
  };
  const folders = await Promise.all(
    ['1', '2', '3'].map((text) => cacheFolder(cacheDir, 'thing', fill(text))),
  );
  t.same(new Set(folders), new Set([path.join(cacheDir, 'thing')]));
  const [a, b] = await Promise.all(
    ['a', 'b'].map((name) => readFile(path.join(cacheDir, 'thing', name), 'utf8')),
  );
  t.equal(a, b, 'the files are of one maker');
  t.same(readdirSync(cacheDir), ['thing'], 'the others left nothing');
});

t.test('what a killed process left is not taken, and removed by the next', async (t) => {
  const cacheDir = t.testdir();
  const script = `
    const { cacheFolder } = await import(${JSON.stringify(import.meta.resolve('./cache-folder.ts'))});
    const { writeFileSync } = await import('node:fs');
    await cacheFolder(${JSON.stringify(cacheDir)}, 'thing', async (dir) => {
      writeFileSync(dir + '/half', 'x');
      process.kill(process.pid, 'SIGKILL');
    });`;
  const child = startScript(script);
  await once(child, 'exit');
  t.match(readdirSync(cacheDir), [/^\.making-/]);
  await cacheFolder(cacheDir, 'thing', async (dir) => writeFile(path.join(dir, 'whole'), 'x'));
  t.same(readdirSync(cacheDir), ['thing']);
  t.ok(existsSync(path.join(cacheDir, 'thing', 'whole')));
});

t.test('a failure leaves nothing and is passed on', async (t) => {
  const cacheDir = t.testdir();
  await t.rejects(
    cacheFolder(cacheDir, 'thing', async () => {
      throw new Error('no space');
    }),
    /no space/,
  );
  t.same(readdirSync(cacheDir), []);
});
