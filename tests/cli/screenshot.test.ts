import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { findDevice } from '@tintype/contract';
import { createFixtureServer, readPixels, until } from '@tintype/testkit';
import t from 'tap';
import { runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

const RED = [255, 0, 0, 255] as const;
const small = ['--viewport-width', '80', '--viewport-height', '60'];

const server = await createFixtureServer(t);
const redPage = server.page('/red', '<title>Red</title><body style="background:#f00">');
server.page('/blue', '<body style="background:#00f">');
const host = new URL(redPage).host;

t.test('a local page with the files beside it', async (t) => {
  const dir = t.testdir({
    site: {
      'page.html': '<title>Own</title><link rel=stylesheet href=css/style.css><img src="dot.svg">',
      css: { 'style.css': 'body{margin:0;background:#f00}' },
      'dot.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#00f"/></svg>',
    },
  });
  const { code, stderr, stdout } = await runHere(
    ['screenshot', 'site/page.html', '-o', 'out/page.png', '--metadata-title', ...small],
    { cwd: dir },
  );
  t.equal(code, 0);
  t.match(stderr, /^out\/page\.png {2}80 x 60 px, \d+ (B|KB), \d+\.\d\d s\n {2}title: Own\n$/);
  t.equal(stdout.length, 0);
  const image = await readPixels(readFileSync(`${dir}/out/page.png`));
  t.match(image, { format: 'png', width: 80, height: 60 });
  t.same(image.at(70, 50), RED);
  t.same(image.at(5, 5), [0, 0, 255, 255]);
  t.same(readdirSync(`${dir}/out`), ['page.png'], 'no temporary file is left');
});

t.test('the short flags', async (t) => {
  const dir = t.testdir({
    'page.html':
      '<style>body{margin:0;background:#f00}@media (prefers-color-scheme:dark){body{background:#00f}}</style>',
  });
  const flags = ['--width', '80', '--height=60', '--dark', '--quality', '100'];
  const { code, stderr } = await runHere(
    [
      'screenshot',
      'page.html',
      ...flags,
      '--clip',
      '10,0,40,20',
      '--thumbnail',
      '20',
      '-o',
      'a.webp',
    ],
    { cwd: dir },
  );
  t.equal(code, 0, stderr);
  const image = await readPixels(readFileSync(`${dir}/a.webp`));
  t.match(image, { format: 'webp', width: 20, height: 10 });
  t.ok(image.at(5, 5)[2] > 240, 'dark is blue');
});

t.test('--open shows the file, and tintype.config.json sets parameters', async (t) => {
  const dir = t.testdir({
    'page.html': '<body style="background:#f00">',
    'tintype.config.json': JSON.stringify({
      viewport_width: 90,
      viewport_height: 50,
      pdf_landscape: true,
      screenshot: { format: 'webp', viewport_height: 70 },
    }),
    bin: { 'xdg-open': '#!/bin/sh\nprintf %s "$1" > opened.part && mv opened.part opened\n' },
  });
  chmodSync(`${dir}/bin/xdg-open`, 0o755);
  const PATH = `${dir}/bin:${process.env['PATH']}`;
  const render = (...args: string[]) =>
    runHere(['screenshot', 'page.html', ...args], { cwd: dir, env: { PATH } });
  const { code, stderr } = await render('--open');
  t.equal(code, 0, stderr);
  t.match(await readPixels(readFileSync(`${dir}/page.webp`)), { width: 90, height: 70 });
  await until(() => existsSync(`${dir}/opened`));
  t.equal(readFileSync(`${dir}/opened`, 'utf8'), realpathSync(`${dir}/page.webp`));
  await render('--width', '40', '-o', 'typed.png');
  const typed = await readPixels(readFileSync(`${dir}/typed.png`));
  t.match(typed, { format: 'png', width: 40, height: 70 }, 'what is typed wins');
  for (const [text, message] of [
    ['{', /tintype\.config\.json is no JSON/],
    ['[]', /tintype\.config\.json must be one JSON object/],
    [
      '{"viewport_widht":1}',
      /tintype\.config\.json: .*viewport_widht.* Did you mean viewport_width\?/,
    ],
    ['{"url":"https://example.com"}', /tintype\.config\.json: there is no parameter url to set/],
    ['{"screenshot":{"image_quality":101}}', /tintype\.config\.json: image_quality must be/],
  ] as const) {
    writeFileSync(`${dir}/tintype.config.json`, text);
    const wrong = await render('--dark');
    t.equal(wrong.code, 2, text);
    t.match(wrong.stderr, message);
  }
  rmSync(`${dir}/tintype.config.json`);
  const several = await render('page.html', '--open');
  t.match(several.stderr, /--open is for one page that goes to a file; got 2 pages/);
});

t.test('several devices give a file each', async (t) => {
  const dir = t.testdir({ 'page.html': '<p>page' });
  const args = ['screenshot', 'page.html', '--device', 'iPhone SE,nexus_5', '--format', 'png'];
  const { code, stderr } = await runHere([...args, '-o', 'out/'], { cwd: dir });
  t.equal(code, 0, stderr);
  t.same(readdirSync(`${dir}/out`).toSorted(), ['page-iphone_se.png', 'page-nexus_5.png']);
  for (const id of ['iphone_se', 'nexus_5']) {
    const { width, deviceScaleFactor } = findDevice(id)!.viewport;
    const image = await readPixels(readFileSync(`${dir}/out/page-${id}.png`));
    t.equal(image.width, width * deviceScaleFactor, id);
  }
});

t.test('what lies above the folder is not served, and said so; --root serves it', async (t) => {
  const dir = t.testdir({
    site: {
      'style.css': 'body{background:#f00}',
      docs: { 'a.html': '<link rel=stylesheet href=/style.css>' },
    },
  });
  const without = await runHere(['screenshot', 'site/docs/a.html', '-o', 'a.png', ...small], {
    cwd: dir,
  });
  t.equal(without.code, 0);
  t.match(without.stderr, /warning: The page requested \/style\.css, not found in .*--root/);
  t.notSame((await readPixels(readFileSync(`${dir}/a.png`))).at(5, 5), RED);
  const { code, stderr } = await runHere(
    ['screenshot', 'site/docs/a.html', '--root', 'site', '-o', 'a.png', ...small],
    { cwd: dir },
  );
  t.equal(code, 0);
  t.notMatch(stderr, /warning/);
  t.same(
    (await readPixels(readFileSync(`${dir}/a.png`))).at(5, 5),
    RED,
    'and -o replaced the file',
  );
});

t.test('HTML from stdin, the image on stdout, the metadata on stderr', async (t) => {
  const { code, stdout, stderr } = await runCli(
    ['screenshot', '-', '-o', '-', '--format', 'webp', '--json', ...small],
    { input: '<title>Grüße</title><body style="background:#f00">' },
  );
  t.equal(code, 0);
  const image = await readPixels(stdout);
  t.match(image, { format: 'webp', width: 80, height: 60 });
  t.match(JSON.parse(stderr), {
    target: '-',
    file: null,
    mediaType: 'image/webp',
    bytes: stdout.length,
    metadata: { imageSize: { width: 80, height: 60 } },
    warnings: [],
  });
});

t.test('allows the typed host, derives a name, and replaces no file', async (t) => {
  const dir = t.testdir({});
  const typed = `${host}/red`;
  const name = `${host.replace(':', '-')}-red`;
  writeFileSync(`${dir}/${name}.jpeg`, 'mine');
  const args = ['screenshot', typed, '--json', '--metadata-title', ...small];
  const { code, stdout, stderr } = await runHere(args, { cwd: dir });
  t.equal(code, 0, stderr);
  t.match(JSON.parse(stdout.toString()), {
    file: `${name}-2.jpeg`,
    url: redPage,
    metadata: { title: 'Red' },
  });
  t.same(readdirSync(dir).toSorted(), [`${name}-2.jpeg`, `${name}.jpeg`]);
  t.equal(readFileSync(`${dir}/${name}.jpeg`, 'utf8'), 'mine');
});

t.test('flags reach the image', async (t) => {
  const page = server.page(
    '/tall',
    '<style>@media (prefers-color-scheme: dark){body{background:#f00}}</style><body style="margin:0"><div style="height:500px">',
  );
  const { stdout } = await runHere([
    'screenshot',
    page,
    '--output=-',
    '--format=png',
    '--full-page',
    '--dark-mode',
    '--no-omit-background',
    '--device-scale-factor=2',
    '--headers=X-One: 1',
    '--headers=X-Two: 2, and 3',
    ...small,
  ]);
  const image = await readPixels(stdout);
  t.match(image, { width: 160, height: 1000 });
  t.same(image.at(150, 900), RED);
  t.match(server.requests('/tall').at(-1)?.headers, { 'x-one': '1', 'x-two': '2, and 3' });
});
