import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { COLOURS, inDepth, solidImage, solidPage } from '@tintype/testkit';
import { generate } from 'selfsigned';
import t from 'tap';
import { createLab } from './lab.ts';

// Conditions that are awaited beyond the events of a page, and those that make a successful render
// fail.

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 200, viewport_height: 100 };
const blue = await solidImage(COLOURS.blue, 100, 100);
const closed = { 'content-security-policy': "default-src 'self' 'unsafe-inline'" };

/** Turns green, and says so in a variable of its own, after a moment. */
const late = server.page(
  '/late',
  `<!doctype html><script>setTimeout(() => {
  document.documentElement.style.background = '#0f0'; window.app = { ready: 1 };
}, 400)</script>`,
  closed,
);

const conditions = {
  'an expression': 'window.app?.ready',
  'an expression with a remark at its end': 'window.app && app.ready === 1 // at last',
  'an expression with a semicolon': ' window.app && app.ready === 1;\n',
  'a function': '() => window.app !== undefined',
  'a function of the old form': 'function () { return window.app }',
  'a function that takes its time': 'async () => { await null; return window.app?.ready }',
};

/** An expression that is not one as it stands, and a function: the others are read as these are. */
const covering = ['an expression with a remark at its end', 'a function that takes its time'];

for (const [name, condition] of Object.entries(conditions))
  if (covering.includes(name) || inDepth(t, name))
    t.test(`wait_for_function: ${name}`, async () => {
      const { image } = await lab.shoot({ url: late, wait_for_function: condition, ...small });
      image.expectSolid(COLOURS.green);
    });

t.test('wait_for_function goes on where the page leads, for more than half a minute', async () => {
  const url = server.page(
    '/leads',
    `<script>setTimeout(() => { location.href = ${JSON.stringify(late)} }, 300)</script>`,
  );
  const wanted = { url, wait_for_function: 'window.app', timeout: 3600 };
  const { image } = await lab.shoot({ ...wanted, ...small });
  image.expectSolid(COLOURS.green);
});

t.test('wait_for_function that never becomes true', async (t) => {
  const url = server.page('/never-ready', solidPage(COLOURS.blue));
  for (const condition of ['window.no', '() => new Promise(() => {})', '() => { for (;;); }']) {
    if (condition === 'window.no' && !inDepth(t, condition)) continue;
    const error = await lab.failure({ url, wait_for_function: condition, timeout: 1.2, ...small });
    t.equal(error.code, 'timeout', condition);
    t.ok(error.message.includes(`waiting for wait_for_function ${JSON.stringify(condition)}`));
  }
});

t.test('fail_on_status refuses a page by its status, and lets the others be', async (t) => {
  const gone = server.page('/gone', solidPage(COLOURS.blue), {}, 404);
  const broken = server.page('/broken', solidPage(COLOURS.blue), {}, 503);
  const { image } = await lab.shoot({ url: gone, fail_on_status: '5xx', ...small });
  image.expectSolid(COLOURS.blue);
  for (const [url, status] of [
    [gone, 404],
    [broken, 503],
    [server.redirect('/to-gone', '/gone'), 404],
  ] as const) {
    // In the default run that of the last answer.
    if (!url.endsWith('/to-gone') && !inDepth(t, url)) continue;
    const error = await lab.failure({ url, fail_on_status: '400-599', ...small });
    t.equal(error.code, 'bad_status');
    t.equal(error.status, 422);
    t.equal(error.message, `fail_on_status: the page answered ${status}, which is one of 400-599.`);
  }
  if (inDepth(t, 'a page that answers 200'))
    await lab.shoot({ url: server.page('/good', 'x'), fail_on_status: '400-599', ...small });
  await lab.shoot({ html: '<p>x', fail_on_status: '400-599', ...small });
});

t.test('fail_on_status is about the page that a script or a click leads to', async (t) => {
  const good = server.page('/good-after', solidPage(COLOURS.green));
  const leaving = `<script>location.replace(${JSON.stringify(good)})</script>`;
  const url = server.page('/spa', leaving, {}, 404);
  const { image } = await lab.shoot({ url, fail_on_status: '400-599', ...small });
  image.expectSolid(COLOURS.green);
  server.page('/gone-link', 'gone', {}, 410);
  const link = server.page('/link', '<a href="/gone-link">x</a>');
  const error = await lab.failure({
    url: link,
    click_selector: 'a',
    fail_on_status: '410',
    ...small,
  });
  t.equal(error.code, 'bad_status');
});

t.test('ignore_https_errors: the page, and what it loads from elsewhere', async (t) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'nobody' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  let hits = 0;
  const secure = createServer({ key, cert }, (request, response) => {
    hits += 1;
    const isImage = request.url === '/blue.png';
    const isFrame = request.url === '/frame';
    const [, port] = (request.headers.host ?? '').split(':');
    const page = `<!doctype html><style>body{margin:0}img,iframe{display:block;width:100px;height:100px;border:0;float:left}</style>
<img src="https://127.0.0.2:${port}/blue.png"><iframe src="https://127.0.0.2:${port}/frame"></iframe>`;
    response
      .writeHead(200, { 'content-type': isImage ? 'image/png' : 'text/html' })
      .end(isImage ? blue : isFrame ? solidPage(COLOURS.green) : page);
  });
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  const { port } = secure.address() as AddressInfo;
  const twin = createServer({ key, cert }, (...exchange) => secure.emit('request', ...exchange));
  await once(twin.listen(port, '127.0.0.2'), 'listening');
  t.teardown(() => {
    for (const each of [secure, twin]) each.close();
  });
  const url = `https://127.0.0.1:${port}/`;
  if (inDepth(t, 'before')) t.equal((await lab.failure({ url, ...small })).code, 'tls_failed');
  const wanted = { url, ignore_https_errors: true, wait_until: ['load'], ...small };
  const { image } = await lab.shoot(wanted);
  image.expectSolid(COLOURS.blue, 0, { x: 0, y: 0, width: 100, height: 100 });
  image.expectSolid(COLOURS.green, 0, { x: 100, y: 0, width: 100, height: 100 });
  const before = hits;
  t.ok(before > 0);
  const again = await lab.failure({ url, ...small });
  t.equal(again.code, 'tls_failed', 'no other render trusts it');
  t.equal(hits, before, 'and nothing is asked of it');
});

t.test('storage_state: cookies of each domain, and local storage of each origin', async (t) => {
  const told = `document.documentElement.style.background = localStorage.token === 'mine' ? '#0f0' : '#f00'; localStorage.token = 'changed'`;
  const other = server.url('/stored-frame', '127.0.0.2');
  const url = server.page(
    '/stored',
    `<!doctype html><script>${told}</script><iframe src="${other}"></iframe>`,
  );
  server.page(
    '/stored-frame',
    `<!doctype html><script>fetch('/told?' + localStorage.token)</script>`,
  );
  const token = (value: string) => [{ name: 'token', value }];
  const storage_state = {
    cookies: [
      { name: 'sid', value: 'one', domain: '127.0.0.1', expires: -1 },
      { name: 'theme', value: 'dark', domain: '127.0.0.1', path: '/' },
      { name: 'sid', value: 'two', domain: '127.0.0.2' },
      { name: 'sid', value: 'three', domain: 'elsewhere.example' },
    ],
    origins: [
      { origin: new URL(url).origin, localStorage: token('mine') },
      { origin: new URL(other).origin, localStorage: token('theirs') },
    ],
  };
  const wanted = { url, storage_state, cookies: ['theme=light'], wait_until: ['networkidle0'] };
  const { image } = await lab.shoot({ ...wanted, ...small });
  t.same(image.at(199, 99), COLOURS.green);
  const sent = server.requests('/stored').at(-1)?.headers.cookie ?? '';
  t.same(sent.split('; ').toSorted(), ['sid=one', 'theme=light']);
  t.match(server.requests('/told').at(-1)?.url, '?theirs');
  const { image: fresh } = await lab.shoot({ url, ...small });
  t.same(fresh.at(199, 99), COLOURS.red, 'nothing of it stays');
  t.equal(server.requests('/stored').at(-1)?.headers.cookie, undefined);
});

t.test('storage_state: changes of the page stay, and a bad cookie is named', async (t) => {
  const url = server.page(
    '/changes',
    `<!doctype html><script>const was = localStorage.step; localStorage.step = 'second';
if (was === 'first') location.reload(); else document.documentElement.style.background = was === 'second' ? '#0f0' : '#f00'</script>`,
  );
  const { origin } = new URL(url);
  const localStorage = [{ name: 'step', value: 'first' }];
  const state = { origins: [{ origin, localStorage }] };
  const { image } = await lab.shoot({ url, storage_state: JSON.stringify(state), ...small });
  image.expectSolid(COLOURS.green);
  const cookies = [
    { name: 'good', value: '1', domain: '127.0.0.1' },
    { name: '__Host-x', value: 'S3CRET', domain: '127.0.0.1' },
  ];
  const error = await lab.failure({ url, storage_state: { cookies }, ...small });
  t.equal(error.code, 'invalid_parameter');
  t.match(error.message, /^storage_state: the browser does not take cookies\[1\]/);
  t.notMatch(error.message, /S3CRET/);
});

t.test('wait_for_function that throws, or is no JavaScript', async (t) => {
  const url = server.page('/plain', solidPage(COLOURS.blue));
  const thrown = await lab.failure({ url, wait_for_function: '\nwindow.no.more', ...small });
  t.equal(thrown.code, 'script_failed');
  t.match(thrown.message, /^wait_for_function failed at line 2: TypeError: Cannot read/);
  t.match(thrown.details, [{ parameter: 'wait_for_function' }]);
  const unreadable = await lab.failure({ url, wait_for_function: 'if (', ...small });
  t.equal(unreadable.code, 'script_failed');
  t.match(unreadable.message, /SyntaxError/);
  const unfinished = await lab.failure({ url, wait_for_function: '() => {', ...small });
  t.match(unfinished.message, /line 1: SyntaxError/);
});
