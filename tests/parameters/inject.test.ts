import { COLOURS, inDepth } from '@tintype/testkit';
import t from 'tap';
import { RenderError } from 'tintype';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 100, viewport_height: 80 };

/** The strictest policy that still is a page. */
const closed = { 'content-security-policy': "default-src 'none'" };

t.test('inject_css comes after the styles of the page, before its scripts, and once', async () => {
  const url = server.page(
    '/early',
    `<!doctype html><style>p{height:9px;margin:0}</style><body style="margin:0"><p id="p">x</p><script>
const seen = getComputedStyle(p).height;
document.body.style.background = seen === '33px' && document.adoptedStyleSheets.length === 1 ? '#0f0' : '#f00';
p.hidden = true</script>`,
  );
  const { image } = await lab.shoot({ url, inject_css: 'p { height: 33px }', ...small });
  image.expectSolid(COLOURS.green);
});

t.test('a page that adopts sheets of its own keeps it, and frames are left alone', async () => {
  const url = server.page(
    '/adopts',
    `<!doctype html><body style="margin:0"><iframe style="border:0;width:50px;height:80px;display:block" srcdoc="<style>body{background:#fff}</style><script>0</script>"></iframe><script>
const sheet = new CSSStyleSheet(); sheet.replaceSync('body { background: #f00 }');
document.adoptedStyleSheets = [sheet]</script>`,
  );
  const inject_css = 'body { background: #0f0 }';
  const { image } = await lab.shoot({ url, inject_css, ...small });
  image.expectSolid(COLOURS.white, 0, { x: 0, y: 0, width: 50, height: 80 });
  image.expectSolid(COLOURS.green, 0, { x: 50, y: 0, width: 50, height: 80 });
});

t.test('no content security policy keeps either out', async () => {
  const url = server.page('/closed', '<!doctype html><p>text</p>', closed);
  const { image } = await lab.shoot({
    url,
    inject_css: 'p { visibility: hidden } html { border-left: 50px solid #00f }',
    inject_js: `document.documentElement.style.background = eval('"#0f0"')`,
    ...small,
  });
  image.expectSolid(COLOURS.blue, 0, { x: 0, y: 0, width: 50, height: 20 });
  image.expectSolid(COLOURS.green, 0, { x: 50, y: 0, width: 50, height: 80 });
});

t.test('inject_js runs in the page, may await, and declares functions', async () => {
  const url = server.page(
    '/await',
    `<!doctype html><body><button onclick="paint()">x</button><script>var colours = ['#f00', '#0f0']</script>`,
  );
  const { image } = await lab.shoot({
    url,
    inject_js: `const wait = (ms) => new Promise((done) => setTimeout(done, ms));
await wait(200);
const colour = colours[1];
function paint() { document.body.innerHTML = ''; document.body.style.background = colour } // a remark at the end`,
    click_selector: 'button',
    ...small,
  });
  image.expectSolid(COLOURS.green);
});

t.test('what inject_js brings in is waited for', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="80"><rect width="100" height="80" fill="#0f0"/></svg>`;
  const source = server.slow('/slow.svg', 400, 'image/svg+xml', svg);
  const url = server.page('/empty', '<!doctype html><body style="margin:0">');
  const { image } = await lab.shoot({
    url,
    inject_js: `document.body.innerHTML = '<img src="${source}" style="display:block">'`,
    ...small,
  });
  image.expectSolid(COLOURS.green);
});

t.test('inject_js may lead elsewhere', async (t) => {
  const target = server.page('/there', '<!doctype html><body bgcolor="#f00"><p>text');
  const url = server.page('/here', '<!doctype html>');
  const { image, result } = await lab.shoot({
    url,
    inject_js: `location.href = ${JSON.stringify(target)}`,
    inject_css: 'body { background: #00f } p { display: none }',
    ...small,
  });
  t.equal(result.url, target);
  image.expectSolid(COLOURS.blue);
});

t.test('an error of inject_js names it, the line and what was thrown', async (t) => {
  const url = server.page('/errors', '<!doctype html><body>');
  const failure = (inject_js: string) => lab.failure({ url, inject_js, ...small });
  t.match(await failure('const a = 1;\nnothing.here()'), {
    code: 'script_failed',
    status: 422,
    retryable: false,
    message: 'inject_js failed at line 2: ReferenceError: nothing is not defined',
    details: [{ parameter: 'inject_js' }],
  });
  t.match(await failure('const = 5'), { code: 'script_failed', message: /line 1: SyntaxError: / });
  t.match(await failure('throw "plain"'), { message: 'inject_js failed at line 1: "plain"' });
  t.match(await failure('if ('), { message: /line 1: SyntaxError: / });
  t.match(await failure('let a = 1;\nfetch(a\n'), { message: /line 2: SyntaxError: / });
  t.match(await failure('await Promise.reject(new TypeError("late"))'), {
    message: 'inject_js failed at line 1: TypeError: late',
  });
  t.match(await failure('\nthrow "of an unknown line"'), {
    message: 'inject_js failed: "of an unknown line"',
  });
  const long = await failure(`throw new Error('x'.repeat(10000))`);
  t.ok(long.message.length < 300);
});

t.test('what inject_js throws holds nothing of another origin', async (t) => {
  const secret = 'for its own origin alone';
  const elsewhere = server
    .page('/secret', `<!doctype html><title>${secret}</title><p>${secret}`)
    .replace('127.0.0.1', '127.0.0.2');
  const url = server.page('/framing', `<!doctype html><p>own text<iframe src="${elsewhere}">`);
  const failure = (inject_js: string) => lab.failure({ url, inject_js, ...small });
  if (inDepth(t, 'of its own'))
    t.match(await failure('throw new Error(document.body.innerText)'), { message: /own text/ });
  for (const inject_js of [
    'throw new Error(frames[0].document.body.innerText)',
    `throw document.querySelector('iframe').contentDocument.title`,
    `throw await (await fetch(${JSON.stringify(elsewhere)})).text()`,
    `frames[0].eval('document.body.innerText')`,
  ].filter((code, at) => at % 2 === 0 || inDepth(t, code))) {
    const error = await failure(inject_js);
    t.equal(error.code, 'script_failed', inject_js);
    t.notMatch(JSON.stringify({ ...error.toBody(), ...error.details }), secret, inject_js);
  }
  // The cause of the navigation is not part of its target.
  const away = `location.href = ${JSON.stringify(elsewhere)};`;
  for (const inject_js of [
    `${away} throw new Error(document.title)`,
    `${away} await new Promise((done) => setTimeout(done, 1000)); throw new Error(document.title)`,
  ].filter((code, at) => at === 1 || inDepth(t, code))) {
    const ended = await lab.render({ url, inject_js, ...small }).catch((error: unknown) => error);
    if (ended instanceof RenderError) t.notMatch(JSON.stringify(ended.toBody()), secret);
    else t.match(ended, { url: elsewhere }, 'it is rendered');
  }
});

t.test('a script without an end costs its render, and no other', async (t) => {
  const url = server.page('/loop', '<!doctype html><body bgcolor="#0000ff">');
  t.match(await lab.failure({ url, inject_js: 'for (;;);', timeout: 1, ...small }), {
    code: 'timeout',
    message: /it was running inject_js\.$/,
  });
  const never = { url, inject_js: 'await new Promise(() => {})', timeout: 1, ...small };
  t.match(await lab.failure(never), { code: 'timeout' });
  const { image } = await lab.shoot({ url, ...small });
  image.expectSolid(COLOURS.blue);
});
