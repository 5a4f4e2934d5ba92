import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createFileWriter } from './file-writer.ts';

const body = (text: string) => Buffer.from(text);

t.test('replaces a file, also through a link', async (t) => {
  const dir = t.testdir({ 'old.png': 'old', link: t.fixture('symlink', 'old.png') });
  const writer = createFileWriter();
  t.equal(await writer.replace(`${dir}/link`, body('new')), `${dir}/link`);
  t.equal(readFileSync(`${dir}/old.png`, 'utf8'), 'new');
  t.equal(lstatSync(`${dir}/link`).isSymbolicLink(), true);
  await writer.replace(`${dir}/made/up/x.png`, body('x'));
  t.equal(readFileSync(`${dir}/made/up/x.png`, 'utf8'), 'x');
  t.same(readdirSync(dir).toSorted(), ['link', 'made', 'old.png']);
});

t.test('a derived name never replaces a file, also concurrently', async (t) => {
  const dir = t.testdir({ 'a.png': 'mine' });
  const writer = createFileWriter();
  const bodies = Array.from({ length: 20 }, (_, at) => `image ${at}`);
  const paths = await Promise.all(bodies.map((one) => writer.create(dir, 'a', 'png', body(one))));
  t.equal(new Set(paths).size, 20);
  t.same(
    paths.map((path) => readFileSync(path, 'utf8')),
    bodies,
  );
  t.equal(readFileSync(`${dir}/a.png`, 'utf8'), 'mine');
  t.ok(paths.includes(`${dir}/a-2.png`));
  t.equal(readdirSync(dir).length, 21, 'no temporary file is left');
});

t.test(
  'reports a folder that accepts no new folders',
  { skip: process.platform !== 'linux' && 'needs Linux' },
  async (t) => {
    const writer = createFileWriter();
    await t.rejects(writer.replace('/proc/nowhere/deep/a.png', body('x')), {
      message: 'No folder can be created in /proc. Choose another place with -o.',
    });
  },
);

t.test('several writers can create the same folder concurrently', async (t) => {
  const dir = t.testdir({});
  const writer = createFileWriter();
  const names = Array.from({ length: 20 }, (_, at) => `${dir}/a/b/c/${at}.png`);
  await Promise.all(names.map((name) => writer.replace(name, body(name))));
  t.equal(readdirSync(`${dir}/a/b/c`).length, 20);
});

t.test('a failed write leaves no file', async (t) => {
  const dir = t.testdir({ 'a.txt': '', folder: {} });
  const writer = createFileWriter();
  await t.rejects(writer.replace(`${dir}/a.txt/x.png`, body('x')), { code: 'EEXIST' });
  await t.rejects(writer.replace(`${dir}/folder`, body('x')), { code: 'EISDIR' });
  await t.rejects(writer.create(dir, `${'n'.repeat(300)}`, 'png', body('x')));
  t.same(readdirSync(dir).toSorted(), ['a.txt', 'folder']);
});

t.test('cleanUp removes incomplete files', async (t) => {
  const dir = t.testdir({});
  const writer = createFileWriter();
  const writing = writer.replace(`${dir}/x.png`, new Uint8Array(64 * 1024 * 1024)).catch(() => {});
  await until(() => readdirSync(dir).length !== 0);
  t.notSame(readdirSync(dir), ['x.png'], 'the target appears only when it is whole');
  writer.cleanUp();
  t.same(readdirSync(dir), []);
  await writing;
});

t.test(
  'devices are written to, not replaced',
  { skip: process.platform === 'win32' },
  async (t) => {
    const dir = t.testdir({});
    const pipe = `${dir}/pipe`;
    execFileSync('mkfifo', [pipe]);
    const reading = import('node:fs/promises').then(({ readFile }) => readFile(pipe, 'utf8'));
    await createFileWriter().replace(pipe, body('through'));
    t.equal(await reading, 'through');
    t.equal(lstatSync(pipe).isFIFO(), true);
  },
);
