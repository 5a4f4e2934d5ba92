import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createFixtureServer, inDepth, readPixels, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { jsonLines } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const one = server.page('/one', '<title>One</title><h1>one');
const two = server.page('/two', '<title>Two</title><h1>two');
const size = ['--viewport-width', '200', '--viewport-height', '100', '--format', 'png'];

const told = (stdout: Buffer) => jsonLines(stdout) as Record<string, unknown>[];

t.test('a list of pages, one a line', async (t) => {
  const dir = t.testdir({
    'urls.txt': `# two pages\n${one}\n\npage.html\n`,
    'page.html': '<h1>local',
  });
  const args = ['screenshot', '--from', 'urls.txt', '-o', 'shots/', ...size];
  const { code, stderr } = await runHere(args, { cwd: dir });
  t.equal(code, 0, stderr);
  t.match(stderr, /2 of 2 images/);
  t.equal(readdirSync(`${dir}/shots`).length, 2);
});

t.test('parameters for each: YAML, JSON, JSON lines, over those of all', async (t) => {
  const pages = [one, { url: two, viewport_width: 300, format: 'webp' }, { html: '<p>own' }];
  const lists = {
    'list.yaml': `- ${one}\n- url: ${two}\n  viewport_width: 300\n  format: webp\n- html: <p>own\n`,
    'list.json': JSON.stringify(pages),
    'list.jsonl': pages
      .map((page) => (typeof page === 'string' ? page : JSON.stringify(page)))
      .join('\n'),
  };
  for (const [name, text] of Object.entries(lists)) {
    if (name !== 'list.yaml' && !inDepth(t, name)) continue;
    const dir = t.testdir({ [name]: text });
    const args = ['screenshot', '--from', name, '-o', 'out/', '--json', ...size];
    const { code, stdout, stderr } = await runHere(args, { cwd: dir });
    t.equal(code, 0, stderr);
    const results = told(stdout);
    t.equal(results.length, 3);
    const [own] = results.filter(({ mediaType }) => mediaType === 'image/webp');
    t.match(await readPixels(readFileSync(`${dir}/${String(own?.['file'])}`)), {
      width: 300,
      height: 100,
    });
    t.equal(results.filter(({ mediaType }) => mediaType === 'image/png').length, 2);
  }
});

testInDepth(t, 'a list on stdin', async (t) => {
  const dir = t.testdir({});
  const input = `${one}\n{ "url": "${two}" }\n`;
  const args = ['scrape', '--from', '-', '-o', 'out/', '--format', 'md'];
  const { code, stderr } = await runHere(args, { cwd: dir, input });
  t.equal(code, 0, stderr);
  t.equal(readdirSync(`${dir}/out`).length, 2);
});

t.test('reports problems of a list with their place, before anything is rendered', async (t) => {
  const dir = t.testdir({
    'empty.txt': '# nothing\n',
    'bad.jsonl': `${one}\n{ "url": `,
    'wrong.jsonl': `{ "url": "${one}" }\n{ "url": "${two}", "viewport_width": 0 }\n`,
    'unknown.yaml': `- url: ${one}\n  colour: red\n`,
    'both.json': `[{ "url": "${one}", "html": "<p>" }]`,
    'mapping.yaml': 'url: x\n',
    'numbers.json': '[1]',
    'long.txt': `${one}\n`.repeat(10_001),
  });
  const before = server.requests('/one').length;
  const from = (list: string) => `screenshot -o o/ --from ${list}`;
  await expectRefusals(
    t,
    {
      [from('empty.txt')]: /--from empty\.txt: it has no pages/,
      [from('none.txt')]: /--from none\.txt: there is no such file/,
      [from('bad.jsonl')]: /bad\.jsonl, line 2 is no JSON/,
      [from('wrong.jsonl')]: /wrong\.jsonl, line 2: viewport_width must be/,
      [from('unknown.yaml')]: /unknown\.yaml, entry 1: Unknown parameter colour/,
      [from('both.json')]: /both\.json, entry 1: a page needs url or html/,
      [from('mapping.yaml')]: /mapping\.yaml must be a list/,
      [from('numbers.json')]: /numbers\.json, entry 1: a page must be an address/,
      [from('long.txt')]: /at most 10000 pages; got 10001/,
    },
    { cwd: dir },
  );
  const twice = await runHere(['screenshot', '-', '--from', '-'], { cwd: dir, input: one });
  t.match(twice.stderr, /read once; got it twice/);
  t.equal(server.requests('/one').length, before);
});

t.test('--retry-failed: what can succeed later is rendered once more at the end', async (t) => {
  const dir = t.testdir({});
  let asked = 0;
  let failing = Infinity;
  const shaky = server.route('/shaky', (_request, answer) => {
    asked += 1;
    if (asked <= failing) answer.destroy();
    else answer.setHeader('content-type', 'text/html').end('<h1>at last');
  });
  const broken = server.route('/broken', (_request, answer) => void answer.destroy());
  const missing = server.route('/gone', (_request, answer) => void answer.writeHead(404).end());
  const scrape = (...args: string[]) =>
    runHere(['scrape', ...args, '-o', 'o/', '--concurrency', '1'], { cwd: dir });
  const plain = await scrape(shaky, missing, '--fail-on-status', '404');
  t.equal(plain.code, 1);
  t.match(plain.stderr, /0 of 2 texts, 2 failed/);
  // As often as one attempt asks for it: the browser may do so twice.
  failing = asked;
  asked = 0;
  const refused = ['--fail-on-status', '404'];
  const again = await scrape(shaky, broken, missing, ...refused, '--retry-failed', '--json');
  t.equal(again.code, 1);
  t.match(again.stderr, /1 of 3 texts, 2 failed/);
  t.equal(server.requests('/gone').length, 2, 'a 404 is not asked for a second time');
  const results = told(again.stdout);
  t.equal(results.length, 3, 'each page has one result');
  t.match(
    results.filter(({ error }) => error !== undefined),
    [{ target: missing }, { target: broken }],
  );
});

t.test('a sitemap, as a file and at its address', async (t) => {
  const list = (paths: readonly string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>${path}</loc></url>`)
      .join('')}</urlset>`;
  const address = server.file(
    '/sitemap.xml.gz',
    'application/gzip',
    gzipSync(list([one, two, 'https://elsewhere.test/'])),
  );
  const dir = t.testdir({ 'sitemap.xml': list([one]), 'page.xml': '<html/>' });
  for (const [from, count] of [
    ['sitemap.xml', 1],
    [address, 2],
    [server.redirect('/moved.xml', '/sitemap.xml.gz'), 2],
  ] as const) {
    if (from !== address && !inDepth(t, from)) continue;
    const args = ['screenshot', '--from', from, '-o', `${from.length}-shots/`, ...size];
    const { code, stderr } = await runHere(args, { cwd: dir });
    t.equal(code, 0, stderr);
    t.equal(readdirSync(`${dir}/${from.length}-shots`).length, count, stderr);
  }
  for (const [from, message] of [
    ['page.xml', /page\.xml is no sitemap/],
    [server.url('/none.xml'), /--from: sitemap: .* answered 404/],
    [server.file('/page.xml', 'text/xml', '<rss/>'), /is no sitemap/],
  ] as const) {
    const { code, stderr } = await runHere(['pdf', '--from', from, '-o', 'x/'], { cwd: dir });
    t.equal(code, 2, stderr);
    t.match(stderr, message);
  }
});
