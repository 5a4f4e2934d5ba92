import { blockFont, COLOURS, inDepth, solidImage } from '@tintype/testkit';
import t from 'tap';
import { createRenderer } from 'tintype';
import type * as UsedFontsModule from '../../packages/core/src/capture/metadata/used-fonts.ts';
import { createLab } from './lab.ts';

// No part of what the package exports.
const source = String(
  new URL('../../packages/core/src/capture/metadata/used-fonts.ts', import.meta.url),
);
const { usedFonts } = (await import(source)) as typeof UsedFontsModule;

type UsedFonts = UsedFontsModule.UsedFonts;

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 300, viewport_height: 200 };
const metadataOf = async (parameters: object) =>
  (await lab.render({ ...small, ...parameters })).metadata;

const page = (name: string, body: string, headers = {}, status = 200) =>
  server.page(`/${name}`, `<!doctype html><meta charset="utf-8">${body}`, headers, status);

t.test('reports only what was requested', async (t) => {
  const url = page('plain', '<title>Ünï &amp; “x”</title><link rel="icon" href="/i.png"><p>x');
  t.same(await metadataOf({ url }), {
    title: 'Ünï & “x”',
    status: 200,
    imageSize: { width: 300, height: 200 },
  });
});

t.test('status and headers are those of the last answer', async (t) => {
  const target = page('end', 'x', { 'x-one': '1', 'X-Two': 'b', 'set-cookie': 'a=b' }, 404);
  server.route('/middle', (_request, response) => {
    response.writeHead(302, { location: target, 'x-hop': 'yes' }).end();
  });
  const url = server.redirect('/start', server.url('/middle', '127.0.0.2'));
  const metadata = await metadataOf({ url, metadata_status: true, metadata_headers: true });
  t.equal(metadata.status, 404);
  t.match(metadata.headers, { 'x-one': '1', 'x-two': 'b', 'content-type': /^text\/html/ });
  for (const name of ['set-cookie', 'x-hop', 'location', 'via', 'proxy-connection'])
    t.notOk(name in (metadata.headers ?? {}), name);
});

t.test('a page that a script sends elsewhere tells of where it went', async (t) => {
  const target = page('landed', '<title>Landed</title>x', { 'x-page': 'second' }, 203);
  const url = page('moves', `<script>location = ${JSON.stringify(target)}</script>`, {
    'x-page': 'first',
  });
  const metadata = await metadataOf({
    url,
    wait_for_selector: 'title',
    metadata_headers: true,
    metadata_status: true,
  });
  t.match(metadata, { title: 'Landed', status: 203, headers: { 'x-page': 'second' } });
});

t.test('frames and headers that came twice', async (t) => {
  const inner = page('inner', 'x', { 'x-frame': 'inner' }, 500);
  server.route('/twice', (_request, response) => {
    response.writeHead(
      200,
      [
        ['content-type', 'text/html'],
        ['x-twice', 'a'],
        ['x-twice', 'b'],
      ].flat(),
    );
    response.end(`<!doctype html><iframe src="${inner}"></iframe>`);
  });
  const metadata = await metadataOf({
    url: server.url('/twice'),
    wait_until: ['load'],
    metadata_headers: true,
    metadata_status: true,
  });
  t.match(metadata, { status: 200, headers: { 'x-twice': 'a, b' } });
  t.notOk('x-frame' in (metadata.headers ?? {}));
});

t.test('headers end at 6 KiB', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'v'.repeat(100)]),
  );
  const url = page('many', 'x', { ...many, 'x-huge': 'h'.repeat(8000), 'x-last': 'é' });
  const { headers = {} } = await metadataOf({ url, metadata_headers: true });
  const bytes = Buffer.byteLength(JSON.stringify(headers));
  t.ok(bytes > 5000 && bytes <= 6144, `${bytes} bytes`);
  t.notOk('x-huge' in headers);
});

t.test('html that came with the request has neither', async (t) => {
  const metadata = await metadataOf({
    html: '<title>Own</title><p>x',
    metadata_status: true,
    metadata_headers: true,
    metadata_icon: true,
  });
  t.same(metadata, { title: 'Own', imageSize: { width: 300, height: 200 } });
});

t.test('icon: the page’s own choice, absolute', async (t) => {
  const icon = async (links: string) =>
    (await metadataOf({ url: page('icons/here', links), metadata_icon: true })).icon;
  const absolute = (path: string) => server.url(path);
  t.equal(
    await icon('<base href="/other/"><link rel="icon" href="c.png">'),
    absolute('/other/c.png'),
  );
  t.equal(
    await icon(
      '<link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="32x32" href="/32.png"><link rel="icon" sizes="16x16" href="/last.png">',
    ),
    absolute('/32.png'),
    'the largest',
  );
  t.equal(
    await icon('<link rel="apple-touch-icon" href="/t.png"><link rel="icon" href="/i.png">'),
    absolute('/i.png'),
  );
  t.equal(
    await icon(
      '<link rel="icon" href="/dark.png" media="(prefers-color-scheme: dark)"><link rel="icon" href="/light.png">',
    ),
    absolute('/light.png'),
  );
  t.equal(await icon('<link rel="icon" href="javascript:alert(1)">'), undefined);
  if (!inDepth(t, 'other icons')) return;
  t.equal(await icon('<link rel="icon" href="a.png">'), absolute('/icons/a.png'));
  t.equal(await icon('<link rel="SHORTCUT ICON" href="/b.ico">'), absolute('/b.ico'));
  t.equal(
    await icon('<link rel="icon" href="/1.png"><link rel="icon" href="/2.png">'),
    absolute('/2.png'),
    'of equals the last',
  );
  t.equal(await icon('<link rel="apple-touch-icon" href="/t.png">'), absolute('/t.png'));
  t.equal(
    await icon('<link rel="icon" href="data:image/png;base64,AAAA">'),
    'data:image/png;base64,AAAA',
  );
});

t.test('icon: /favicon.ico where there is one', async (t) => {
  const url = page('bare', 'x');
  await using opened = await lab.open({ url, ...small });
  const icon = async (more: object = { metadata_icon: true }) =>
    (await opened.capture({ ...more })).metadata.icon;
  t.equal(await icon(), undefined);
  server.file('/favicon.ico', 'text/html', '<p>not an icon');
  t.equal(await icon(), undefined, 'a page is no icon');
  server.file('/favicon.ico', 'image/x-icon', '');
  t.equal(await icon(), undefined, 'neither is nothing');
  server.route('/favicon.ico', (_request, response) => {
    response.writeHead(404, { 'content-type': 'image/png' }).end('x');
  });
  t.equal(await icon(), undefined, 'nor an image that says that there is none');
  server.file('/favicon.ico', 'image/x-icon', Uint8Array.of(0, 0, 1, 0));
  t.equal(await icon(), server.url('/favicon.ico'));
  t.equal(await icon({}), undefined);
  const before = server.requests('/favicon.ico').length;
  await metadataOf({ url, metadata_icon: true, user_agent: 'asks-as-the-page' });
  t.equal(server.requests('/favicon.ico').length, before + 1);
  t.equal(server.requests('/favicon.ico').at(-1)?.headers['user-agent'], 'asks-as-the-page');
});

t.test('icon: asked for with what the request has for the page', async (t) => {
  server.route('/favicon.ico', (request, response) => {
    const isKnown = request.headers.authorization === 'Basic dTpw';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'image/png' }).end('x');
  });
  const url = page('guarded', 'x');
  const common = { url, metadata_icon: true };
  t.equal(
    (await metadataOf({ ...common, authorization: 'dTpw' })).icon,
    server.url('/favicon.ico'),
  );
  if (inDepth(t, 'without')) t.equal((await metadataOf(common)).icon, undefined);
  server.file('/favicon.ico', 'image/png', await solidImage(COLOURS.red, 16, 16));
  const closed = page('closed', 'x', { 'content-security-policy': "connect-src 'none'" });
  t.equal((await metadataOf({ ...common, url: closed })).icon, server.url('/favicon.ico'));
  server.redirect('/favicon.ico', `http://127.0.0.3:${server.port}/secret`);
  const { metadata, warnings } = await lab.render({ ...common, ...small });
  t.equal(metadata.icon, undefined, 'the egress proxy refuses it');
  t.match(warnings, [/to addresses that are not public was refused \(127\.0\.0\.3/]);
});

t.test('fonts are those that painted', async (t) => {
  const font = (name: string) =>
    server.file(`/${name}.ttf`, 'font/ttf', blockFont(`${name} Family`));
  const faces = ['Own', 'Unused', 'Hidden', 'Icon', 'Shadow', 'Field'].map(
    (name) => `@font-face { font-family: ${name}; src: url(${font(name)}) }`,
  );
  const url = page(
    'fonts',
    `<style>${faces.join('')} .i::before { content: 'ABC'; font-family: Icon }</style>
<p style="font-family:Nonexistent,monospace">Most of the text of the page is written in this one</p>
<p style="font-family:Own">HEAD</p><p style="font-family:Unused">привет</p>
<p style="font-family:Hidden;display:none">HIDDEN</p><p style="font-family:Hidden;visibility:hidden">HIDDEN</p>
<i class="i"></i><div id="host"></div><input style="font-family:Field" value="VALUE">
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<b style="font-family:Shadow">SHADOW</b>'</script>`,
  );
  const { fonts = [] } = await metadataOf({ url, metadata_fonts: true });
  for (const name of ['Own', 'Icon', 'Shadow', 'Field'])
    t.ok(fonts.includes(`${name} Family`), name);
  for (const name of ['Unused', 'Hidden']) t.notOk(fonts.includes(`${name} Family`), name);
  t.match(fonts[0], /mono/i, 'the one with the most glyphs first');
  t.equal(new Set(fonts).size, fonts.length);
});

t.test('fonts of a page of 20,000 nodes', async (t) => {
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `<i style="font-family:${['serif', 'monospace'][index % 2]}">${index} word</i>`,
  );
  const url = page('large', `${lines.join('')}<b style="font-family:sans-serif">end</b>`);
  // Longer than a render gives it: a machine that is busy elsewhere may need that.
  const found: UsedFonts[] = [];
  const renderer = createRenderer({
    concurrency: 1,
    spares: 0,
    egress: { allow: ['127.0.0.1'] },
    plugins: [
      {
        name: 'look',
        hooks: {
          async beforeCapture(page) {
            found.push(await usedFonts(page, 15_000));
          },
        },
      },
    ],
  });
  t.teardown(() => renderer.stop());
  await renderer.render({ kind: 'screenshot', url, ...small, timeout: 60 });
  t.match(found, [{ complete: true }]);
  t.equal(found[0]?.families.length, 3);
});

t.test('a page without text, and every kind', async (t) => {
  const url = page('empty', '<title>Nothing</title>');
  t.same((await metadataOf({ url, metadata_fonts: true })).fonts, []);
  const all = {
    metadata_icon: true,
    metadata_fonts: true,
    metadata_hash: true,
  };
  const text = page('text', '<title>Text</title><p style="height:5000px">word');
  server.file('/favicon.ico', 'image/png', 'x');
  await using opened = await lab.open({ url: text, ...small, metadata_headers: true });
  for (const parameters of [{ kind: 'pdf' }, { kind: 'pdf', pdf_single_page: true }]) {
    const { metadata } = await opened.capture({ ...parameters, ...all });
    t.equal(metadata.fonts?.length, 1);
    t.match(metadata, { title: 'Text', status: 200, hash: /^[0-9a-f]{64}$/, icon: /favicon/ });
    t.match(metadata.headers, { 'content-type': /html/ });
    t.notOk('imageSize' in metadata);
  }
});
