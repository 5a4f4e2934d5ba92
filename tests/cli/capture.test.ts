import { readdirSync, readFileSync } from 'node:fs';
import { createFixtureServer, readPixels } from '@tintype/testkit';
import t from 'tap';
import { readPdf } from '../pdf/read-pdf.ts';
import { jsonLines } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const page = server.page(
  '/page',
  '<!doctype html><title>Page</title><h1>One load</h1><p id="a">text',
);

t.test('several files of one load, each by its ending', async (t) => {
  const dir = t.testdir({});
  const before = server.requests('/page').length;
  const args = ['-o', 'out/a.webp', '-o', 'b.pdf', '-o', 'c.md', '-w', '300', '-H', '200'];
  const { code, stderr, stdout } = await runHere(['capture', page, ...args, '--pdf-landscape'], {
    cwd: dir,
  });
  t.equal(code, 0, stderr);
  t.equal(server.requests('/page').length - before, 1, 'one load');
  t.match(stderr, /out\/a\.webp .*\n.*b\.pdf .*\n.*c\.md .*\n3 of 3 files, /);
  t.equal(stdout.length, 0);
  t.match(await readPixels(readFileSync(`${dir}/out/a.webp`)), {
    width: 300,
    height: 200,
    format: 'webp',
  });
  const { pages, title } = readPdf(readFileSync(`${dir}/b.pdf`));
  t.equal(title, 'Page');
  t.ok((pages[0]?.width ?? 0) > (pages[0]?.height ?? 0), 'a flag of PDFs is for the PDF');
  t.match(readFileSync(`${dir}/c.md`, 'utf8'), /# One load/);
});

t.test('a failed file does not stop others; reports a flag without effect', async (t) => {
  const dir = t.testdir({ 'page.html': '<h1>local</h1><img src="none.png">', 'a.png': {} });
  const { code, stderr, stdout } = await runHere(
    ['capture', 'page.html', '-o', 'a.png', '-o', 'b.md', '--json', '--pdf-landscape'],
    { cwd: dir },
  );
  t.equal(code, 1);
  t.match(stderr, /tintype: a\.png: a\.png was not written/);
  t.match(stderr, /requested \/none\.png/);
  t.match(stderr, /--pdf-landscape applies to none of the files/);
  t.match(readFileSync(`${dir}/b.md`, 'utf8'), /# local/);
  const told = jsonLines(stdout) as object[];
  t.match(told, [
    { target: 'page.html', file: 'a.png', error: { code: 'failed' } },
    { target: 'page.html', file: /b\.md$/, mediaType: /^text\/markdown/ },
  ]);
});

t.test('reports problems before anything is loaded', async (t) => {
  await expectRefusals(t, {
    [`capture ${page}`]: /Name the files: .* -o page\.webp/,
    'capture -o a.png': /Name a page/,
    [`capture ${page} ${page} -o a.png`]: /takes one page; got 2/,
    [`capture ${page} -o a.xyz`]:
      /no format has the extension \.xyz\. Use one of \.jpeg, .*\.mhtml/s,
    [`capture ${page} -o page`]: /no extension, which selects the format\. Use one of/,
    [`capture ${page} -o -`]: /no extension, which selects the format/,
    [`capture ${page} -o a.png -o a.png`]: /-o a\.png was given twice/,
    [`capture ${page} -o ${Array.from({ length: 11 }, (_, at) => `${at}.png`).join(' -o ')}`]:
      /10 times; got/,
    [`capture ${page} -o a.png --image-quality 200`]: /image.quality must be/,
    [`capture ${page} -o a.png --delay x`]: /delay must be/,
    [`capture ${page} -o a.png --format png`]: /--format/,
    [`capture ${page} -o a.png --async`]: /--async/,
  });
  t.match((await runHere(['capture', '--help'])).stdout.toString(), /--pdf-paper-format/);
});

t.test('HTML from stdin, and a report of a flag without an effect', async (t) => {
  const dir = t.testdir({});
  const args = ['capture', '-', '-o', 'a.md', '--pdf-landscape'];
  const { code, stderr } = await runHere(args, { cwd: dir, input: '<h1>in</h1>' });
  t.equal(code, 0);
  t.match(stderr, /--pdf-landscape applies to none of the files/);
  t.match(readFileSync(`${dir}/a.md`, 'utf8'), /# in/);
});

t.test('quiet: several files are made, and nothing is said of them', async (t) => {
  const dir = t.testdir({ 'page.html': '<h1>local</h1>' });
  const args = ['page.html', '-o', 'a.png', '-o', 'b.md', '--quiet', '--pdf-landscape'];
  t.match(await runHere(['capture', ...args], { cwd: dir }), { code: 0, stderr: '' });
  t.same(readdirSync(dir).toSorted(), ['a.png', 'b.md', 'page.html']);
});
