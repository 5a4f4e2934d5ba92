import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createChromeSource } from '@tintype/chrome';
import { errorTable, type ErrorCode } from '@tintype/contract';
import { createRenderer as createEngine } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { readPlans } from '@tintype/store';
import { blockFont, inDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createRenderer, type Plugin, type Renderer } from 'tintype';
import { browserOptions } from '../browser-options.ts';
import { createService, type Service } from './lab.ts';

// Every row of the error table, provoked over HTTP. A new row without a case does not compile.

/** Breaks the page or the browser of a render whose user agent says so. */
const breaking: Plugin = {
  name: 'breaking',
  hooks: {
    async beforeCapture(page, request) {
      if (request.user_agent === 'crash-page') {
        await page.session.send('Page.crash').catch(() => {});
      }
      if (request.user_agent === 'crash-browser') {
        await page.lease.browser.session.send('Browser.crash').catch(() => {});
      }
      if (request.user_agent === 'restless') {
        await page.evaluate('location.reload()');
        await page.deadline.sleep(2000);
      }
      if (request.user_agent === 'bug') throw new TypeError('secret of the inside');
    },
  },
};

const allow = ['127.0.0.1', '127.0.0.2'];
const renderer = createRenderer({
  egress: { allow },
  plugins: [breaking],
  concurrency: 2,
  spares: 0,
});
/** For services beside the one that has it. */
const lent: Renderer = { ...renderer, stop: async () => {} };
const left: string[] = [];
const service = await createService(t, {
  renderer,
  server: {
    parts: [
      (app) => void app.addHook('onRequestAbort', async (request) => void left.push(request.id)),
    ],
  },
});
const { pages } = service;
const caller = await service.account();
const small = { viewport_width: 200, viewport_height: 100 };
/** Messages come faster than anything else gets done. */
const rewritten = `<script>
  const worker = new Worker(URL.createObjectURL(new Blob(['for (;;) postMessage(0)'])));
  worker.onmessage = () => { document.open(); document.write('<p>again'); document.close(); };
</script>`;
/** No browser shows so many elements inside each other. */
const nested = `<body><script>
  let at = document.body;
  for (let n = 0; n < 5000; n += 1) at = at.appendChild(document.createElement('div'));
</script>`;
const hello = pages.page('/hello', '<!doctype html><title>hello</title>');

const shot = (parameters: object, from = caller) =>
  from.ask('/v1/screenshot', { ...small, ...parameters });
const given = (parameters: object) => caller.post('/v1/screenshot', { ...small, ...parameters });

/** Another service, for what cannot be had beside the others. */
async function elsewhere(
  wishes: Parameters<typeof createService>[1],
  ask: (other: Service) => Promise<Response>,
): Promise<Response> {
  const closing: (() => Promise<void>)[] = [];
  const other = await createService({ teardown: (close) => closing.push(close) }, wishes);
  try {
    const answer = await ask(other);
    // Read before everything is closed.
    return new Response(await answer.arrayBuffer(), answer);
  } finally {
    for (const close of closing) await close();
  }
}

/** `fetch` sends no such header. */
async function expecting(expect: string): Promise<Response> {
  const [answer] = (await once(
    get(`${service.address}/v1/usage`, { headers: { expect, 'x-access-key': caller.accessKey } }),
    'response',
  )) as [IncomingMessage];
  const { statusCode: status = 0, headers } = answer;
  return new Response(await text(answer), { status, headers: headers as Record<string, string> });
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function chrome(
  egress: Parameters<typeof createChromeSource>[0]['egress'],
  env: NodeJS.ProcessEnv,
) {
  return createChromeSource({ ...browserOptions(), egress, env, concurrency: 1, spares: 0 });
}

function frugal(): Renderer {
  const egress = createEgress({ allow, limits: { maxBytes: 100_000 } });
  return createEngine({ source: chrome(egress, process.env) });
}

const login = { html: '<title>Log in</title><input type="password">', session: 'one' };

/** Its sessions are logged in nowhere. */
function inSession(): Renderer {
  const state = { cookies: [], origins: [] };
  const sessions = { read: async () => ({ state, version: '1' }), write: async () => true };
  return { ...lent, render: (request, options) => lent.render(request, { ...options, sessions }) };
}

/** As on a machine whose only font has Latin letters. */
function fontless(): Renderer {
  const dir = t.testdir({ fonts: { 'block.ttf': blockFont() } });
  const config = join(dir, 'fonts.conf');
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${dir}/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`,
  );
  const env = { ...process.env, FONTCONFIG_FILE: config };
  return createEngine({ source: chrome(createEgress({ allow }), env) });
}

const cases: Record<Exclude<ErrorCode, 'cancelled'>, () => Promise<Response>> = {
  invalid_request: () => caller.post('/v1/screenshot', '{"url": '),
  invalid_parameter: () => shot({ url: hello, image_quality: 0 }),
  unknown_parameter: () => shot({ url: hello, ful_page: true }),
  missing_parameter: () => shot({ format: 'png' }),
  invalid_selector: () => given({ url: hello, hide_selectors: ['p:::x'] }),
  unsupported: () => shot({ url: hello, ip_location: 'us' }),
  unauthorized: () => fetch(`${service.address}/v1/usage`),
  signature_required: async () =>
    shot({ url: hello }, await service.account({ signatureRequired: true })),
  payment_required: async () => (await service.account({ status: 'unpaid' })).get('/v1/devices'),
  invalid_signature: () => shot({ url: hello, signature: '0'.repeat(64) }),
  plan_required: async () =>
    shot({ url: hello, gpu_rendering: true }, await service.account({ plan: 'free' })),
  target_denied: () => shot({ url: 'http://10.0.0.1/' }),
  not_found: () => caller.get('/v1/requests/0'),
  method_not_allowed: () => caller.get('/v1/screenshot', { method: 'DELETE' }),
  payload_too_large: () => given({ html: 'x'.repeat(11 * 1_048_576) }),
  expectation_failed: () => expecting('tea'),
  idempotency_in_progress: async () => {
    const headers = { 'idempotency-key': 'one' };
    const url = pages.hang('/twice');
    const first = caller.post('/v1/screenshot', { url, timeout: 2 }, { headers });
    await until(() => pages.requests('/twice').length === 1);
    const second = await caller.post('/v1/screenshot', { url, timeout: 2 }, { headers });
    await (await first).bytes();
    return second;
  },
  idempotency_key_reused: async () => {
    const headers = { 'idempotency-key': 'two' };
    await (await caller.post('/v1/screenshot', { html: 'one' }, { headers })).bytes();
    return caller.post('/v1/screenshot', { html: 'another' }, { headers });
  },
  dns_failed: () => shot({ url: 'http://no-such-host.invalid/' }),
  connection_failed: async () => shot({ url: `http://127.0.0.1:${await closedPort()}/` }),
  tls_failed: () => shot({ url: hello.replace('http:', 'https:') }),
  navigation_failed: () =>
    shot({ url: pages.route('/204', (_request, response) => void response.writeHead(204).end()) }),
  too_many_redirects: () => shot({ url: pages.redirect('/round', '/round') }),
  bad_status: () =>
    shot({ url: pages.page('/gone', 'gone', {}, 410), fail_on_status: '404,410-599' }),
  page_blank: () => given({ html: '<script>0</script><div id="app"></div>', fail_on: ['blank'] }),
  page_blocked: () =>
    given({ html: '<title>Log in</title><input type="password">', fail_on: 'blocked' }),
  session_expired: () =>
    elsewhere({ renderer: inSession() }, async (other) =>
      (await other.account()).post('/v1/screenshot', { ...login, fail_on: 'session_expired' }),
    ),
  session_not_found: () => given({ url: hello, session: 'none' }),
  http_error: () => shot({ url: pages.page('/lost', 'lost', {}, 404), fail_on: 'http_error' }),
  broken_images: () => given({ html: '<img src="data:image/png,x">', fail_on: 'broken_images' }),
  missing_glyphs: () =>
    elsewhere({ renderer: fontless() }, async (other) =>
      (await other.account()).post('/v1/screenshot', { html: '한국어', fail_on: 'missing_glyphs' }),
    ),
  selector_not_found: () => given({ url: hello, click_selector: '#none', timeout: 4 }),
  step_failed: () => given({ url: hello, steps: [{ click: '#none', timeout: 100 }] }),
  script_failed: () => given({ url: hello, inject_js: 'throw new Error("no")' }),
  download: () =>
    shot({
      url: pages.file('/file', 'application/zip', 'PK', { 'content-disposition': 'attachment' }),
    }),
  page_crashed: () => shot({ url: hello, user_agent: 'crash-page' }),
  page_unresponsive: () =>
    given({ html: '<script>for (let i = 0; i < 99; i++) alert(i)</script>' }),
  page_too_large: () => given({ html: `<script>open('about:blank', 'x'.repeat(4e7))</script>` }),
  page_navigating: () => shot({ url: hello, user_agent: 'restless' }),
  page_rewriting: () => given({ html: rewritten, timeout: 3 }),
  page_too_deep: () => given({ html: nested }),
  image_too_large: () =>
    given({ html: '<div style="height:60000px">', full_page: true, format: 'webp' }),
  response_too_large: () =>
    elsewhere({ renderer: frugal() }, async (other) => {
      const url = other.pages.page('/large', `<!doctype html>${'x'.repeat(400_000)}`);
      return (await other.account()).ask('/v1/screenshot', { url });
    }),
  quota_exceeded: async () => {
    const account = await service.account({ quotaPerMonth: 1 });
    await shot({ url: hello }, account);
    return shot({ url: hello }, account);
  },
  rate_limited: async () => {
    const account = await service.account({ ratePerMinute: 1 });
    // Two in one minute, also when a minute ends between them.
    for (;;) {
      const answer = await account.get('/v1/devices');
      if (answer.status !== 200) return answer;
    }
  },
  queue_full: () =>
    elsewhere({ renderer: lent, limiter: { concurrency: 1, maxWaiting: 0 } }, async (other) => {
      const account = await other.account();
      const url = other.pages.hang('/hang');
      const held = account.ask('/v1/screenshot', { url, timeout: 2 });
      await until(() => other.limiter.depth.running === 1);
      const refused = await account.ask('/v1/screenshot', { url });
      await held;
      return refused;
    }),
  internal: () => shot({ url: hello, user_agent: 'bug' }),
  browser_unavailable: () =>
    elsewhere({ renderer: { chrome: { executablePath: '/nonexistent/browser' } } }, async (other) =>
      (await other.account()).ask('/v1/screenshot', { url: hello }),
    ),
  browser_lost: () => shot({ url: hello, user_agent: 'crash-browser' }),
  storage_failed: async () => {
    const dataDir = t.testdir({ files: 'in the way' });
    return elsewhere({ store: { dataDir } }, async (other) => {
      const account = await other.account();
      const webhook_url = 'http://127.0.0.1:1/';
      return account.post('/v1/screenshot', { html: 'hello', webhook_url });
    });
  },
  account_storage_full: () =>
    elsewhere({ server: { plans: readPlans({ scale: { storedBytes: 0 } }) } }, async (other) =>
      (await other.account()).ask('/v1/screenshot', { url: hello, async: true }),
    ),
  storage_full: () =>
    elsewhere({ store: { maxDatabaseBytes: 500_000 } }, async (other) => {
      const account = await other.account();
      // Fills the database until it has reached its bound.
      for (let count = 0; count < 200; count += 1) {
        const html = 'x'.repeat(50_000);
        const answer = await account.post('/v1/screenshot', { html, async: true });
        if (answer.status !== 202) return answer;
      }
      throw new Error('The database has no bound.');
    }),
  shutting_down: () =>
    elsewhere({ renderer: lent }, async (other) => {
      const account = await other.account();
      const url = other.pages.hang('/hang');
      const held = account.ask('/v1/screenshot', { url, timeout: 2 });
      await until(() => other.limiter.depth.running === 1);
      const closing = other.server.close();
      const refused = await account.get('/v1/devices');
      await held;
      await closing;
      return refused;
    }),
  timeout: () => shot({ url: pages.hang('/hang'), timeout: 0.5 }),
};

const messages: Partial<Record<ErrorCode, RegExp | string>> = {
  invalid_parameter: /^image_quality must be an integer from 1 to 100; got 0\.$/,
  unknown_parameter: /^Unknown parameter ful_page\. Did you mean full_page\?$/,
  unauthorized: 'Invalid access key',
  plan_required: 'gpu_rendering needs the scale plan; the plan of this account is free.',
  method_not_allowed: 'Method not allowed: /v1/screenshot accepts GET, HEAD, POST; got DELETE.',
  payload_too_large: /10485760 bytes/,
  unsupported: /^ip_location: no proxy is configured for us/,
  internal: errorTable.internal.message,
};

/** 499 is for logs: its client is gone. */
const isSent = (code: string) => code !== 'cancelled';

/**
 * They keep a browser busy, or need one of their own; tests of the engine have them, and how an
 * answer is made is that of the others.
 */
const costly: ReadonlySet<ErrorCode> = new Set([
  'image_too_large',
  'missing_glyphs',
  'page_rewriting',
  'page_too_deep',
  'page_too_large',
  'page_unresponsive',
  'response_too_large',
]);

t.test('every row has a case', async (t) => {
  t.same(Object.keys(cases).toSorted(), Object.keys(errorTable).filter(isSent).toSorted());
});

for (const [code, provoke] of Object.entries(cases) as [ErrorCode, () => Promise<Response>][]) {
  t.test(code, async (t) => {
    if (costly.has(code) && !inDepth(t, code)) return;
    const answer = await provoke();
    const { status } = errorTable[code];
    const text = await answer.text();
    const body = JSON.parse(text) as Record<string, unknown>;
    t.equal(answer.status, status);
    t.match(body, { statusCode: status, error: String, message: messages[code] ?? /./, code });
    const isAboutParameters = 'details' in body;
    t.same(
      Object.keys(body),
      ['statusCode', 'error', 'message', 'code', ...(isAboutParameters ? ['details'] : [])],
      'nothing else',
    );
    t.equal(answer.headers.get('content-type'), 'application/json');
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    t.match(answer.headers.get('x-tintype-request-id'), /^[0-9a-f-]{36}$/);
    t.equal(
      answer.headers.has('retry-after'),
      [409, 429, 503, 507].includes(status),
      'Retry-After',
    );
    if (status === 405) t.equal(answer.headers.get('allow'), 'GET, HEAD, POST');
    t.notMatch(text, /secret|node_modules|\.ts:|at \w+ \(/, 'nothing of the inside');
  });
}

t.test('cancelled is seen by logs and metrics alone', async (t) => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  await once(socket, 'connect');
  const query = new URLSearchParams({ url: pages.hang('/left') });
  socket.write(
    `GET /v1/screenshot?${query} HTTP/1.1\r\nHost: a\r\nX-Access-Key: ${caller.accessKey}\r\n\r\n`,
  );
  await until(() => pages.requests('/left').length === 1);
  socket.destroy();
  await until(() => left.length === 1);
  await until(() => service.executions.at(-1)?.outcome === 'cancelled');
  await until(() => service.server.running === 0);
  t.equal(service.limiter.depth.running, 0);
});
