import { blockFont, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab, type Parameters } from '../parameters/lab.ts';

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 300, viewport_height: 200 };
const receiptOf = async (parameters: object) =>
  (await lab.render({ ...small, ...parameters })).receipt;

const page = (name: string, body: string, headers = {}, status = 200) =>
  server.page(`/${name}`, `<!doctype html><meta charset="utf-8">${body}`, headers, status);

t.test('a page with nothing wrong says little', async (t) => {
  const result = await lab.render({ url: page('plain', '<h1>Plain</h1>'), ...small });
  const { bytes, ...receipt } = result.receipt;
  t.same(receipt, {
    status: 200,
    consent: { found: false },
    requests: { made: 1, failed: 0, refused: 0, blocked: 0 },
    settled: { waited: ['domcontentloaded'] },
  });
  t.equal(bytes?.result, result.body.byteLength);
  t.ok((bytes?.received ?? 0) > 60);
});

t.test('the addresses that led there', async (t) => {
  const end = page('end', 'x', {}, 404);
  const middle = page('middle', `<script>location.replace(${JSON.stringify(end)})</script>`);
  const url = server.redirect('/start', middle);
  const { status, redirects } = await receiptOf({ url, wait_until: ['load'] });
  t.equal(status, 404);
  t.equal(redirects?.[0], url);
  t.ok((redirects?.length ?? 0) <= 10 && !redirects?.includes(end));
  t.same(
    (await receiptOf({ url: `${end}#part` })).redirects,
    undefined,
    'a fragment is no redirect',
  );
});

t.test('images, and why they do not show', async (t) => {
  server.file('/none.png', 'text/plain', 'no image');
  const broken = Array.from(
    { length: 8 },
    (_, at) => `<img src="/none.png?${at}${'x'.repeat(400)}">`,
  );
  const far = `<div style="height:9000px"></div><img loading="lazy" src="/later.png" width="9" height="9">`;
  const url = page(
    'images',
    `text ${broken.join('')}<img width="1" height="1" src="/none.png">${far}`,
  );
  const { images } = await receiptOf({ url });
  t.match(images, { broken: 8, loading: 0, lazy: 1 });
  t.equal(images?.first?.length, 5, 'the first of them');
  t.ok(images?.first?.every((address) => address.length <= 200));
  t.same(
    (await receiptOf({ url, block_ressources: 'image' })).images,
    undefined,
    'blocked by request',
  );
});

t.test('fonts that failed, and requests', async (t) => {
  server.file('/bad.ttf', 'font/ttf', 'no font');
  server.file('/good.ttf', 'font/ttf', blockFont());
  const css = (name: string, file: string) => `@font-face{font-family:"${name}";src:url(${file})}`;
  const url = page(
    'fonts',
    `<style>${css('Bad', '/bad.ttf')}${css('Good', '/good.ttf')}p{font-family:Bad,Good}</style><p>HHH</p><img src="/404.png"><img src="http://10.1.2.3/x.png">`,
  );
  const { fonts, requests, images } = await receiptOf({ url });
  t.same(fonts, { count: 1, first: ['Bad'] });
  t.match(requests, { made: 5, failed: 1, refused: 1, blocked: 0 });
  t.equal(images?.broken, 2);
});

t.test('errors of scripts', async (t) => {
  const errors = Array.from(
    { length: 9 },
    (_, at) => `console.error('number ${at} ' + 'x'.repeat(1e6))`,
  );
  const url = page(
    'errors',
    `<p>text</p><script>${errors.join(';')}</script><script>throw new TypeError('thrown')</script>`,
  );
  const { console } = await receiptOf({ url, wait_until: ['load'] });
  t.equal(console?.count, 10);
  t.equal(console?.first.length, 5);
  t.match(console?.first[0], /^number 0 x+$/);
  t.ok(console?.first.every((message) => message.length <= 200));
  const whole = `<svg width="9" height="9"></svg><img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;
  const html = `<p>text${whole}<script>null.x</script>`;
  const one = await receiptOf({ html, wait_until: ['load'] });
  t.same([one.images, one.redirects], [undefined, undefined]);
  t.same(one.console, {
    count: 1,
    first: ["TypeError: Cannot read properties of null (reading 'x')"],
  });
});

t.test('reports blank pages', async (t) => {
  const app = '<div id="app"></div><script>0</script>';
  const sure = { text: false, painted: false };
  await using opened = await lab.open({ html: app, ...small });
  const blankOf = async (parameters: Parameters) =>
    (await opened.capture(parameters)).receipt.blank;
  t.match(await blankOf({}), { share: 1, ...sure });
  if (inDepth(t, 'a large image that is no PNG'))
    t.match((await receiptOf({ html: app, format: 'jpeg', viewport_height: 900 })).blank, {
      share: 1,
    });
  t.same(await blankOf({ kind: 'pdf' }), sure);
  t.same(await blankOf({ kind: 'scrape' }), sure);
  const dark = '<style>body{background:#123}</style>';
  t.match((await receiptOf({ html: dark + app })).blank, { share: 1, text: false, painted: true });
  const cover = '<div style="position:fixed;inset:0;background:#fff"></div>';
  const covered = await receiptOf({ html: `<h1>Text</h1>${cover}${app}` });
  t.match(covered.blank, { share: 1, text: true }, 'the image tells what the document does not');
  t.match((await receiptOf({ html: `<h1 style="color:#fff">Text</h1>` })).blank, { text: true });
});

t.test('something to see', async (t) => {
  // In the default run by turns as an image and as a PDF.
  for (const [at, html] of [
    '<h1>Text</h1><script>0</script>',
    '<h1 style="color:#ddd">Pale</h1><script>0</script>',
    '<svg width="90" height="90"><circle cx="40" cy="40" r="30"/></svg><script>0</script>',
    '<body><script>document.body.append(document.createElement("hr"))</script>',
    '<canvas width="90" height="90"></canvas><script>document.querySelector("canvas").getContext("2d").fillRect(9,9,50,50)</script>',
    '<style>body{background:#123}</style>',
    '<style>body{background:linear-gradient(red,blue)}</style><script>0</script>',
    '<input><script>0</script>',
  ].entries()) {
    for (const [nth, kind] of ['screenshot', 'pdf'].entries()) {
      if (nth !== at % 2 && !inDepth(t, `${kind}: ${html}`)) continue;
      const { blank } = await receiptOf({ html, kind, viewport_height: 400 });
      t.same(blank, undefined, `${kind}: ${html}`);
    }
  }
});

t.test('what was waited for, and did not come', async (t) => {
  const url = page(
    'waits',
    `<p>text</p><img src="${server.hang('/never.png')}" width="50" height="50">`,
  );
  const { settled, images } = await receiptOf({ url, delay: 0.1, timeout: 20 });
  t.same(settled, { waited: ['domcontentloaded', 'delay'], missing: ['images'] });
  t.equal(images?.loading, 1);
  const endless = page(
    'endless',
    `<p>text</p><script>addEventListener('scroll', () => document.body.append(Object.assign(document.createElement('div'), { style: 'height:2000px' })))</script><div style="height:1000px">`,
  );
  const { cut } = await receiptOf({ url: endless, full_page: true, timeout: 60 });
  t.equal(cut, 'growing');
});

t.test('a page that hides from being read says so', async (t) => {
  const html = `<form name="body"></form><h1>Text</h1><img name="getElementsByTagName"><script>console.error = null; JSON.stringify = null; Array.prototype.map = null</script>`;
  const receipt = await receiptOf({ html });
  t.same(receipt.blank, undefined);
  t.equal(receipt.incomplete, undefined, 'its world is not that of the look');
});

t.test('a verdict that the request names is an error', async (t) => {
  const gone = page('gone', '<h1>Gone</h1>', {}, 410);
  for (const [parameters, code, message] of [
    [{ url: gone, fail_on: ['http_error'] }, 'http_error', 'the page answered 410'],
    [
      { html: '<script>0</script>', fail_on: ['blank'] },
      'page_blank',
      '100 % of the image has one colour',
    ],
    [
      { html: '<title>Log in</title><input type="password">', fail_on: 'blocked', kind: 'scrape' },
      'page_blocked',
      'a login hides the page (a field for a password, a title about signing in)',
    ],
    [
      { html: '<p>x<img src="data:image/png,x">', fail_on: ['broken_images', 'blank'] },
      'broken_images',
      '1 image is broken',
    ],
  ] as const) {
    const error = await lab.failure({ ...small, ...parameters });
    t.match(error, { code, status: 422, charged: false, details: [{ parameter: 'fail_on' }] });
    t.equal(error.message, `fail_on: ${message}.`);
  }
  const usual = ['blank', 'blocked', 'http_error', 'broken_images', 'missing_glyphs'];
  const all = [...usual, 'session_expired'];
  const more = ['pdf', 'scrape'].filter((kind) => inDepth(t, kind));
  await using opened = await lab.open({ html: '<h1>Text</h1>', ...small });
  for (const kind of ['screenshot', 'archive', ...more]) {
    t.ok((await opened.capture({ kind, fail_on: all })).body.length > 0, kind);
  }
});
