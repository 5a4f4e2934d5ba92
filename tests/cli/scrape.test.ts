import { readdirSync, readFileSync } from 'node:fs';
import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { runCli } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const one = server.page(
  '/one',
  '<!doctype html><title>One</title><h1>One</h1><a href="/two">2</a>',
);
const two = server.page('/two', '<!doctype html><title>Two</title><h1>Two</h1>');

t.test('one page goes to stdout, and nothing else does', async (t) => {
  const html = await runCli(['scrape', one]);
  t.equal(html.code, 0, html.stderr);
  t.equal(html.stderr, '');
  t.match(html.stdout.toString(), /^<!DOCTYPE html>\n<html><head><title>One<\/title>/);
});

t.test('several pages get files, named after their URLs', async (t) => {
  const dir = t.testdir({});
  const { code, stderr } = await runHere(['scrape', one, two, '--format=md'], { cwd: dir });
  t.equal(code, 0, stderr);
  t.match(stderr, /^2 of 2 texts, /m);
  const files = readdirSync(dir).toSorted();
  t.match(files, [/-one\.md$/, /-two\.md$/]);
  t.equal(readFileSync(`${dir}/${files[0]}`, 'utf8'), `# One\n\n[2](${two})\n`);
});

t.test('local pages and HTML from stdin keep their links; endings are formats', async (t) => {
  const dir = t.testdir({
    'page.html':
      '<script src="add.js"></script><a href="sub/other.html#x">link</a><img src="i.png" alt="i">',
    'add.js': 'document.write("<p>written</p>")',
  });
  const local = await runHere(['scrape', 'page.html', '-o', 'a/page.md'], { cwd: dir });
  t.equal(local.code, 0, local.stderr);
  t.match(local.stderr, /^a\/page\.md {2}\d+ B, /m);
  t.match(readFileSync(`${dir}/a/page.md`, 'utf8'), /^written\n\n\[link\]\(sub\/other\.html#x\)/);
  const piped = await runHere(['scrape', '-', '--format', 'md'], {
    input: '<h2>Größe</h2><a href="/a">a</a>',
  });
  t.equal(piped.stdout.toString(), '## Größe\n\n[a](/a)\n', piped.stderr);
});

t.test('wrong use is said before any browser starts', async (t) => {
  await expectRefusals(t, {
    scrape: /Name a page: tintype scrape <url/,
    [`scrape ${one} -o a.png`]: /no format for \.png\. Use one of \.html, \.md, \.json/,
    [`scrape ${one} --full-page`]: /Unknown flag --full-page/,
    [`scrape ${one} ${two} -o -`]: /-o - takes one text; got 2 pages/,
  });
});
