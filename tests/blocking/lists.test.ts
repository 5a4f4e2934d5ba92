import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { COLOURS, inDepth, makeFolder } from '@tintype/testkit';
import t from 'tap';
import { createBlockLab } from './lab.ts';

const dir = makeFolder(t, {
  'lists/own.txt': `[Adblock Plus 2.0]
! Title: a list of our own
||banners.example^$third-party
||mixed.example^
@@||mixed.example^*/fine.js
||paths.example^*/ads/
/promo-box.$script
||only-shop.example^$domain=www.shop.example
##.ad-slot
www.shop.example##.own-slot
`,
  'lists/readme.md': 'not a list',
});
const cacheDir = join(dir, 'compiled');
const lab = await createBlockLab(t, {
  block: { lists: [join(dir, 'lists'), join(dir, 'missing')], cacheDir },
});
const { server } = lab;

for (const path of ['/ads/a.js', '/fine.js', '/promo-box.js', '/tag.js', '/b.js']) {
  server.route(path, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end(
      `document.title += ${JSON.stringify(`+${request.headers.host?.split(':')[0]}${path}`)};`,
    );
  });
}
const pageWith = (...scripts: [host: string, path: string][]) =>
  `<!doctype html><title></title>${scripts
    .map(([host, path]) => `<script src="${lab.url(host, path)}"></script>`)
    .join('')}<p>text</p>`;

t.test('the rules of a list: hosts, paths, exceptions, domains', async (t) => {
  const scripts: [string, string][] = [
    ['x.banners.example', '/tag.js'],
    ['mixed.example', '/b.js'],
    ['mixed.example', '/fine.js'],
    ['paths.example', '/ads/a.js'],
    ['paths.example', '/b.js'],
    ['cdn.example', '/promo-box.js'],
    ['only-shop.example', '/b.js'],
    ['www.shop.example', '/promo-box.js'],
    ['static.shop.example', '/promo-box.js'],
  ];
  server.page('/p', pageWith(...scripts));
  const loaded = ({ metadata }: { metadata: { title?: string } }) =>
    (metadata.title ?? '').split('+').slice(1);
  const shop = await lab.render({
    url: lab.url('www.shop.example', '/p'),
    block_annoyance: ['ads'],
  });
  const kept = ['mixed.example/fine.js', 'paths.example/b.js'];
  const own = ['www.shop.example/promo-box.js', 'static.shop.example/promo-box.js'];
  t.same(loaded(shop), [...kept, ...own]);
  t.same(shop.blocking?.requests, { own: 5 });
  t.match(shop.warnings, [/nothing can be read at .*missing/]);

  const other = await lab.render({
    url: lab.url('www.other.example', '/p'),
    block_annoyance: ['tracking'],
  });
  t.same(loaded(other), [...kept, 'only-shop.example/b.js']);

  const none = await lab.render({ url: lab.url('www.shop.example', '/p') });
  t.equal(loaded(none).length, scripts.length, 'lists are used for ads and tracking alone');
});

t.test('also in a frame of another site', async (t) => {
  server.page('/frame', pageWith(['paths.example', '/ads/a.js'], ['x.banners.example', '/tag.js']));
  server.page(
    '/outer',
    `<iframe src="${lab.url('frames.example', '/frame')}"></iframe><p>text</p>`,
  );
  const since = server.log.length;
  const { blocking } = await lab.render({
    url: lab.url('www.shop.example', '/outer'),
    block_annoyance: 'ads',
  });
  const urls = server.log.slice(since).map(({ url }) => url);
  t.same(urls, ['/outer', '/frame']);
  t.same(blocking?.requests, { own: 2 });
});

t.test('with headers of the request, which are set by interception as well', async (t) => {
  server.page('/h', pageWith(['paths.example', '/ads/a.js'], ['www.shop.example', '/b.js']));
  const since = server.log.length;
  await lab.render({
    url: lab.url('www.shop.example', '/h'),
    block_annoyance: 'ads',
    headers: ['x-own: 1'],
    block_ressources: ['image'],
  });
  const asked = server.log.slice(since);
  t.same(
    asked.map(({ url, headers }) => [url, headers['x-own']]),
    [
      ['/h', '1'],
      ['/b.js', '1'],
    ],
  );
});

t.test('ad elements are hidden', async (t) => {
  server.page(
    '/c',
    `<style>body{margin:0;background:#0f0}div{position:absolute;width:200px;height:200px;background:#f00}</style>
<div class="ad-slot" style="left:0"></div><div class="own-slot" style="left:210px"></div><div class="else" style="left:400px"></div>`,
  );
  const colours = async (host: string, block_annoyance: string) => {
    const { image } = await lab.shoot({ url: lab.url(host, '/c'), block_annoyance });
    return [50, 250, 450].map((x) => image.at(x, 50));
  };
  const { red, green } = COLOURS;
  t.same(await colours('www.shop.example', 'ads'), [green, green, red]);
  t.same(await colours('www.other.example', 'ads'), [green, red, red]);
  if (inDepth(t, 'as they are'))
    t.same(await colours('www.shop.example', 'cookies_banner'), [red, red, red]);
});

t.test('a compiled list is kept', async (t) => {
  const [name, ...more] = await readdir(cacheDir);
  t.match(name, /^[0-9a-f]{64}\.list$/);
  t.same(more, []);
});
