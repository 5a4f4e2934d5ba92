import { errorTable } from '@tintype/contract';
import { createFixtureServer, inDepth } from '@tintype/testkit';
import t from 'tap';
import { hostilePage } from '../security-lab/hostile-page.ts';
import { runService } from '../serve/run-service.ts';

// Hostile pages, addresses and parameters against the command as it runs. 127.0.0.1 is allowed, so
// that there are pages at all; the same server at 127.0.0.2 is what may not be reached, and so is
// the service itself.

const pages = await createFixtureServer(t);
const service = await runService(t, {
  args: ['--egress-allow', '127.0.0.1', '--concurrency', '4'],
});
const forbidden = pages.url('', '127.0.0.2');
const own = service.address;
const port = new URL(own).port;
const kinds = ['screenshot', 'pdf', 'scrape'];
const small = { viewport_width: 320, viewport_height: 240 };

const ask = (kind: string, parameters: Record<string, unknown>) =>
  fetch(`${own}/v1/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify(parameters),
  });

/** Requests that came in under the address that may not be reached. */
const hits = () => pages.log.filter(({ headers }) => headers.host?.startsWith('127.0.0.2'));

async function outcome(answer: Promise<Response>): Promise<string> {
  const got = await answer;
  if (got.status === 200) {
    await got.arrayBuffer();
    return 'rendered';
  }
  const body = (await got.json()) as { code: keyof typeof errorTable; statusCode: number };
  const isTyped = errorTable[body.code]?.status === got.status && body.statusCode === got.status;
  return isTyped ? body.code : `${got.status} without a type`;
}

t.test('addresses that may not be loaded', async (t) => {
  const denied = [
    `${forbidden}/`,
    `http://localhost:${pages.port}/`,
    `http://127.1:${pages.port}/x`.replace('127.1', '127.2'),
    `http://2130706434:${pages.port}/`,
    `http://0x7f000002:${pages.port}/`,
    `http://0177.0.0.2:${pages.port}/`,
    `http://[::ffff:127.0.0.2]:${pages.port}/`,
    `http://[::1]:${pages.port}/`,
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://100.64.0.1/',
    'http://168.63.129.16/',
    `${own}/`,
    `${own}/metrics`,
    `http://127.0.0.1:${port}/v1/usage`,
  ];
  for (const kind of kinds.filter((one) => one === 'screenshot' || inDepth(t, one))) {
    const outcomes = await Promise.all(denied.map((url) => outcome(ask(kind, { url, ...small }))));
    t.same(
      Object.fromEntries(denied.map((url, index) => [url, outcomes[index]])),
      Object.fromEntries(denied.map((url) => [url, 'target_denied'])),
      kind,
    );
  }
  const schemes = ['file:///etc/passwd', 'data:text/html,x', 'javascript:1', 'chrome://version'];
  for (const url of [...schemes, 'ftp://127.0.0.1/', 'about:blank', 'view-source:http://a/']) {
    t.equal(await outcome(ask('screenshot', { url })), 'invalid_parameter', url);
  }
  const elsewhere = ['redirect', 'script', 'frame'].map((way) => `/to-${way}`);
  pages.redirect('/to-redirect', `${forbidden}/x`);
  pages.page('/to-script', `<script>location = '${forbidden}/x'</script>`);
  pages.page('/to-frame', `<iframe src="${forbidden}/x"></iframe>`);
  for (const path of elsewhere) {
    const found = await outcome(ask('screenshot', { url: pages.url(path), delay: 0.3, ...small }));
    t.equal(found, path === '/to-frame' ? 'rendered' : 'target_denied', path);
  }
  t.same(hits(), []);
});

t.test('a page that attempts every connection reaches nothing', async (t) => {
  const markup = hostilePage({
    origins: [forbidden, own],
    urls: [
      `http://2130706434:${pages.port}/hit/number`,
      `${forbidden}/hit/plain`,
      `${own}/metrics`,
    ],
    last: `${forbidden}/hit/last`,
  });
  const url = pages.page('/hostile', markup);
  const before = await fetch(`${own}/metrics`).then((answer) => answer.text());
  const found = await outcome(
    ask('screenshot', {
      url,
      ...small,
      delay: inDepth(t, 'as long as eight seconds') ? 8 : 2,
      timeout: 25,
      wait_until: ['load'],
    }),
  );
  t.match(found, /^(?:rendered|target_denied|page_unresponsive)$/);
  t.ok(pages.requests('/hostile').length > 0, 'it was there');
  t.same(hits(), [], 'nothing came in under the forbidden address');
  const after = await fetch(`${own}/metrics`).then((answer) => answer.text());
  const sum = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('tintype_http_requests_total'))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  t.ok(sum(after) > 0, 'requests are counted');
  t.ok(sum(after) - sum(before) <= 2, 'and none came from the page');
});

t.test('pages that never let go, and what they do to others: nothing', async (t) => {
  const hostile: Record<string, string> = {
    'a script without end': '<script>for (;;);</script>',
    'a script without end, later': '<script>onload = () => { for (;;); }</script>hi',
    'alerts without end': '<script>for (;;) alert(1)</script>',
    'windows without end': '<script>setInterval(() => open("about:blank"), 5)</script>',
    'navigations without end': '<script>location.href = "?" + Math.random()</script>',
    'print, prompt, confirm': '<script>print(); prompt("x"); confirm("y")</script>',
    'memory without end': '<script>const a = []; for (;;) a.push(new Array(1e6).fill(a))</script>',
    'nodes without end': '<script>for (;;) document.body.append(new Image())</script><body>',
    'frames in frames': '<script>document.write("<iframe src=?" + Math.random() + ">")</script>',
    'a download': '<script>location = "data:application/zip,PK"</script>',
    'deep markup': '<div>'.repeat(50_000),
    'a worker that spins':
      '<script>new Worker(URL.createObjectURL(new Blob(["for(;;);"])))</script>ok',
    'odd bytes': '\u0000\ufffe<svg><script>\u2028</script>',
  };
  const calm = pages.page('/calm', '<!doctype html><title>calm</title>');
  /**
   * One for each way to keep a browser: tests/survival.alone.test.ts and tests/hostile-documents.test.ts
   * have more of them.
   */
  const covering = new Set(['a script without end', 'a download', 'odd bytes']);
  const chosen = Object.entries(hostile).filter(([name]) => covering.has(name) || inDepth(t, name));
  const work = chosen.map(async ([name, html], index) => {
    const url = pages.page(`/never-${index}`, `<!doctype html><title>t</title>${html}`);
    const kind = kinds[index % kinds.length] ?? 'screenshot';
    const found = await outcome(ask(kind, { url, timeout: 1, delay: 0.1, ...small }));
    t.match(
      found,
      /^(?:rendered|timeout|page_unresponsive|page_crashed|browser_lost|download|navigation_failed|target_denied|response_too_large|too_many_redirects|page_too_large|page_navigating|page_too_deep|page_rewriting)$/,
      `${kind}: ${name}`,
    );
  });
  await Promise.all(work);
  t.equal(
    await outcome(ask('screenshot', { url: calm, ...small })),
    'rendered',
    'afterwards, all is well',
  );
  t.equal((await fetch(`${own}/health`)).status, 200);
  t.equal(service.child.exitCode, null, 'the service never ended');
});

t.test('parameters that are no parameters', async (t) => {
  const url = pages.page('/plain', '<!doctype html><title>plain</title><h1>plain</h1>');
  const hostile: Record<string, unknown>[] = [
    { hide_selectors: ['*{}</style><script>'] },
    { click_selector: 'a'.repeat(1024) },
    { wait_for_selector: ':is('.repeat(200) },
    { headers: ['X: a\r\nY: b'] },
    { headers: ['Host: evil.example'] },
    { headers: [`${'x'.repeat(8000)}: 1`] },
    { cookies: ['a=b\r\nSet-Cookie: c=d'] },
    { user_agent: 'a\u0000b\nc' },
    { attachment_name: '../../etc/passwd\r\nX: y' },
    { timezone: '../../etc/passwd' },
    { authorization: '\r\n' },
    { proxy: 'http://127.0.0.2:1' },
    { inject_js: 'for (;;);', timeout: 1 },
    { inject_css: '*{background:url(http://10.0.0.1/)}' },
    { viewport_width: 7680, viewport_height: 7680, device_scale_factor: 5 },
    {
      full_page: true,
      device_scale_factor: 5,
      viewport_width: 7680,
      inject_css: 'h1{height:1e9px}',
    },
    { constructor: 1 },
    { ['x'.repeat(100_000)]: 1 },
    Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, index])),
  ];
  for (const more of hostile) {
    const answer = ask('screenshot', { url, timeout: 4, ...small, ...more });
    const name = JSON.stringify(more).slice(0, 60);
    t.notMatch(await outcome(answer), /without a type|internal/, name);
    t.notOk((await answer).headers.has('x'), name);
  }
  t.same(hits(), []);
});

t.test('nothing of it is in the log but ids, routes and the hosts of pages', async (t) => {
  const { stdout, accessKey, secretKey } = service;
  t.ok(stdout.split('\n').length > 50, 'there is a log');
  for (const word of [accessKey, secretKey, '/etc/passwd', 'meta-data']) {
    t.notOk(stdout.includes(word), word.slice(0, 4));
  }
  t.equal(await service.stop(), 0);
});
