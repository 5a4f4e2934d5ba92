import { blockFont, COLOURS, inDepth, readPixels, solidImage } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

// Resources of raw HTML: files that come with it, or those of the server that it belongs to.

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 200, viewport_height: 100 };
const green = await solidImage(COLOURS.green, 100, 100);
const html = `<!doctype html><link rel="stylesheet" href="css/style.css">
<img src="img/gr%C3%BCn.png"><p>ABC</p>`;
const css = `@font-face{font-family:Block;src:url(../fonts/block.ttf)}
body{margin:0}img{float:left;width:100px;height:100px}p{margin:0;font:40px/40px Block;color:#f0f;width:100px;float:left}`;

/** The image is there, the style sheet counts, and the font too: its letters are solid blocks. */
function expectDressed(t: Tap, image: Awaited<ReturnType<typeof lab.shoot>>['image']) {
  image.expectSolid(COLOURS.green, 0, { x: 0, y: 0, width: 100, height: 100 });
  image.expectSolid(COLOURS.magenta, 0, { x: 100, y: 0, width: 100, height: 40 });
  t.same([image.width, image.height], [200, 100]);
}
type Tap = { same(found: unknown, wanted: unknown): unknown };

t.test('assets are beside the HTML', async (t) => {
  const assets = {
    'css/style.css': css,
    './img/grün.png': green,
    '/fonts/block.ttf': blockFont(),
  };
  const options = { assets };
  await using page = await lab.renderer.open({ html, ...small }, options);
  const still = await page.capture({ kind: 'screenshot', format: 'png' });
  expectDressed(t, await readPixels(still.body));
  t.same(still.warnings, []);
  const text = await page.capture({ kind: 'scrape', format: 'md' });
  t.match(Buffer.from(text.body).toString(), 'ABC');
  t.equal((await page.capture({ kind: 'pdf' })).extension, 'pdf');
  const film = { kind: 'screencast', html, format: 'webp', duration: 0.1, fps: 10 };
  t.same((await lab.render({ ...film, ...small }, options)).warnings, []);
});

t.test('a site answers for what is beside html, too', async (t) => {
  const asked: string[] = [];
  const site = ({ url }: { url: URL }) => {
    asked.push(url.pathname);
    return { status: 200, headers: { 'content-type': 'image/png' }, body: green };
  };
  const page = '<body style="margin:0"><img src="a.png" width=200 height=200><link href="b.css">';
  const result = await lab.render({ html: page, ...small }, { site, assets: { 'b.css': '' } });
  t.ok(asked.includes('/a.png') && !asked.includes('/') && !asked.includes('/b.css'));
  t.ok(result.body.byteLength > 0);
});

t.test('base_url: html is the page there, with cookies, fonts and all', async (t) => {
  const plain = { 'content-type': 'text/html' };
  server.route('/shop/page', (_request, response) => void response.writeHead(500, plain).end('no'));
  server.file('/shop/css/style.css', 'text/css', css);
  server.file('/shop/img/gr%C3%BCn.png', 'image/png', green);
  // A page of another origin could not use it: there is no Access-Control-Allow-Origin.
  server.file('/shop/fonts/block.ttf', 'font/ttf', Buffer.from(blockFont()));
  const base_url = server.url('/shop/page#part');
  const linked = `${html}<a href="b" style="position:absolute;left:110px;top:60px">to b</a>`;
  const wanted = { html: linked, base_url, cookies: ['sid=1'], headers: ['X-Own: yes'], ...small };
  await using page = await lab.open(wanted);
  const { result, image } = await page.shoot({ metadata_status: true });
  expectDressed(t, image);
  t.equal(result.url, base_url);
  t.equal(result.metadata.status, 200);
  t.equal(server.requests('/shop/page').length, 0, 'the page itself is not asked for');
  t.match(server.requests('/shop/css/style.css').at(-1)?.headers, {
    cookie: 'sid=1',
    'x-own': 'yes',
  });
  const text = await page.capture({ kind: 'scrape', format: 'md' });
  t.match(Buffer.from(text.body).toString(), `(${server.url('/shop/b')})`);
});

t.test('base_url: html is the page there whenever the window comes back to it', async (t) => {
  const from = server.url('/round/page?a=1');
  const elsewhere = server.url('/round/elsewhere', '127.0.0.2');
  server.page('/round/page', '<body style="background:#ff0000"><title>of the server</title>');
  server.page(
    '/round/other',
    `<title>other</title><script>location.href = ${JSON.stringify(elsewhere)}</script>`,
  );
  server.page(
    '/round/elsewhere',
    `<title>elsewhere</title><script>location.href = ${JSON.stringify(from)}</script>`,
  );
  server.redirect('/round/back', from);
  server.page('/round/end', '<body style="background:#0000ff"><title>end</title>');
  /** Between the first document and the second, which is the same HTML again. */
  const ways: Record<string, string> = {
    'a reload': 'location.reload()',
    'a link to itself': `location.href = ${JSON.stringify(from)}`,
    'a redirect': `location.href = '/round/back'`,
    'another page, one of another site, and back': `location.href = '/round/other'`,
    'a form that reads': `document.body.innerHTML = '<form action="/round/page"><input name=a value=1>'; document.forms[0].submit()`,
  };
  const covering = [
    'a redirect',
    'another page, one of another site, and back',
    'a form that reads',
  ];
  for (const [name, way] of Object.entries(ways)) {
    if (!covering.includes(name) && !inDepth(t, name)) continue;
    const source = `<body style="margin:0;background:#00ff00"><title>first</title><script>
const times = Number(sessionStorage.times ?? 0) + 1; sessionStorage.times = times;
if (times === 2) document.title = 'second'; else if (times === 1) onload = () => { ${way} };</script>`;
    const asked = server.requests('/round/page').length;
    const { result, image } = await lab.shoot({
      html: source,
      base_url: from,
      wait_for_function: `document.title === 'second'`,
      metadata_title: true,
      ...small,
    });
    image.expectSolid(COLOURS.green);
    t.match(result.metadata, { title: 'second' }, name);
    t.equal(result.url, from, name);
    t.equal(server.requests('/round/page').length, asked, `${name} asks nothing of the server`);
  }
  const posted = `<body><form method=post action="/round/page?a=1"></form><script>onload = () => document.forms[0].submit()</script>`;
  const gone = `<body><script>onload = () => location.replace('/round/end')</script>`;
  const framed =
    '<body style="margin:0"><iframe src="?a=1" style="border:0;width:100%;height:100vh"></iframe>';
  const others = { posted: COLOURS.red, gone: COLOURS.blue, framed: COLOURS.red };
  for (const [name, html] of Object.entries({ posted, gone, framed })) {
    if (name === 'gone' && !inDepth(t, name)) continue;
    const waits =
      name === 'framed' ? {} : { wait_for_function: `!!document.body.style.background` };
    const { image } = await lab.shoot({ html, base_url: from, ...waits, ...small });
    image.expectSolid(others[name as keyof typeof others]);
  }
  const { image } = await lab.shoot({ url: from, ...small });
  image.expectSolid(COLOURS.red, 0);
});

t.test('base_url gives nothing that a page may not reach', async (t) => {
  const base_url = 'http://10.0.0.1/';
  const result = await lab.render({ html: '<img src="/x.png">', base_url, ...small });
  t.match(result.warnings.join(), /10\.0\.0\.1:80/);
});

t.test('what cannot be is refused', async (t) => {
  const code = async (parameters: object, options = {}) =>
    (await lab.failure({ ...parameters, ...small }, options)).message;
  t.match(await code({ url: 'http://a.example/', base_url: 'http://b.example/' }), /^base_url is/);
  t.match(await code({ html, base_url: 'ftp://b.example/' }), /^base_url must be an absolute http/);
  const assets = { 'a.css': '' };
  t.match(await code({ html, base_url: 'http://b.example/' }, { assets }), /assets and base_url/);
  for (const name of ['', '/', '//elsewhere.example/x', 'http://elsewhere.example/x', 'a\\b']) {
    t.match(await code({ html }, { assets: { [name]: '' } }), /assets: .* is no name of a file/);
  }
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.css`, '']));
  t.match(await code({ html }, { assets: many }), /at most 1000 files .* got 1001 of 0/);
});
