import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { COLOURS, readPixels, solidPage, testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

const service = await createService(t);
const { pages } = service;
const caller = await service.account();
const hello = pages.page('/hello', '<!doctype html><title>größe 100%</title><h1>hello</h1>', {
  'x-of-page': 'yes',
  'set-cookie': 'secret=1',
});
const small = { viewport_width: 200, viewport_height: 100 };

t.test('an image, by GET and by POST', async (t) => {
  const green = pages.page('/green', solidPage(COLOURS.green));
  for (const answer of [
    await caller.ask('/v1/screenshot', { url: green, format: 'png', ...small }),
    await caller.post('/v1/screenshot', { url: green, format: 'png', ...small }),
    // As tools without code send it.
    await caller.post('/v1/screenshot', {
      url: green,
      format: 'PNG',
      viewport_width: '200',
      viewport_height: '100',
      full_page: 'false',
      cookies: 'a=1,b=2',
      delay: '',
    }),
  ]) {
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('content-type'), 'image/png');
    t.match(answer.headers.get('content-disposition'), /^inline; filename="127\.0\.0\.1\.png"; /);
    t.equal(answer.headers.get('content-security-policy'), null);
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    t.match(answer.headers.get('x-tintype-request-id'), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    const body = new Uint8Array(await answer.arrayBuffer());
    t.equal(Number(answer.headers.get('content-length')), body.byteLength);
    const image = await readPixels(body);
    t.same([image.width, image.height], [200, 100]);
    image.expectSolid(COLOURS.green);
  }
  t.match(pages.requests('/green').at(-1), { headers: { cookie: 'a=1; b=2' } });
});

t.test('a form: parameters as fields, the page and its files', async (t) => {
  const send = async (fields: Record<string, string>, ...files: [string, string][]) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const [name, content] of files) body.append('files', new Blob([content]), name);
    const headers = { 'x-access-key': caller.accessKey };
    return fetch(`${service.address}/v1/screenshot`, { method: 'POST', headers, body });
  };
  const page: [string, string] = [
    'index.html',
    '<!doctype html><link rel=stylesheet href=css/a.css>',
  ];
  const style: [string, string] = ['css/a.css', 'html { background: #0f0 }'];
  const wanted = { format: 'png', viewport_width: '200', viewport_height: '100', cache: 'true' };
  const answer = await send(wanted, page, style);
  t.equal(answer.status, 200, await answer.clone().text());
  t.equal(answer.headers.get('x-tintype-cache'), null, 'what is made of files is not cached');
  (await readPixels(new Uint8Array(await answer.arrayBuffer()))).expectSolid(COLOURS.green);
  const wrong: [Promise<Response>, RegExp][] = [
    [send({ ...wanted, url: hello }, style), /html is required where files come/],
    [send({ ...wanted, async: '1' }, page, style), /async cannot be asked for with files/],
    [send(wanted, page, ['//elsewhere.example/x', 'x']), /no name of a file/],
    [send({ ...wanted, widht: '5' }, page, style), /Unknown parameter widht/],
  ];
  for (const [refused, message] of wrong) {
    t.match(await (await refused).json(), { statusCode: 400, message });
  }
});

t.test('a timeout above the bound of the operator is refused, naming it', async (t) => {
  for (const answer of [
    await caller.ask('/v1/screenshot', { url: hello, timeout: 31 }),
    await caller.post('/v1/scrape', { url: hello, timeout: 31, async: true }),
  ]) {
    t.equal(answer.status, 400);
    t.match(await answer.json(), {
      code: 'invalid_parameter',
      message: /^timeout must be at most 30 \(s\) here; got 31\. .*max_timeout/,
      details: [{ parameter: 'timeout' }],
    });
  }
});

t.test('a video longer than the operator allows is rejected, naming the setting', async (t) => {
  for (const answer of [
    await caller.ask('/v1/screencast', { url: hello, duration: 31 }),
    await caller.post('/v1/screencast', { url: hello, duration: 31, async: true }),
  ]) {
    t.equal(answer.status, 400);
    t.match(await answer.json(), {
      message: /^duration must be at most 30 \(s\) here; got 31\. .*max_duration/,
      details: [{ parameter: 'duration' }],
    });
  }
});

t.test('pdf and text, also of raw HTML', async (t) => {
  const pdf = await caller.post('/v1/pdf', { html: '<h1>hello</h1>', attachment_name: 'Größe' });
  t.equal(pdf.headers.get('content-type'), 'application/pdf');
  t.equal(
    pdf.headers.get('content-disposition'),
    `attachment; filename="Gr??e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
  );
  t.equal((await pdf.text()).slice(0, 5), '%PDF-');
  const text = await caller.ask('/v1/scrape', { url: hello, format: 'md' });
  t.match(text.headers.get('content-type'), /^text\/markdown/);
  t.match(await text.text(), /^# hello/m);
  const html = await caller.ask('/v1/scrape', { url: hello });
  t.equal(html.headers.get('content-security-policy'), "default-src 'none'; sandbox");
});

t.test('metadata of the page, and timings', async (t) => {
  const { headers, ...answer } = await caller
    .ask('/v1/screenshot', {
      url: hello,
      ...small,
      metadata_title: 1,
      metadata_status: 'True',
      metadata_hash: 'true',
      metadata_headers: true,
      metadata_fonts: true,
      metadata_icon: true,
      metadata_image_size: true,
    })
    .then(async (got) => ({ headers: got.headers, body: Buffer.from(await got.arrayBuffer()) }));
  t.equal(headers.get('x-tintype-metadata-title'), 'gr%C3%B6%C3%9Fe 100%25');
  t.equal(headers.get('x-tintype-metadata-status'), '200');
  t.equal(
    headers.get('x-tintype-metadata-hash'),
    createHash('sha256').update(answer.body).digest('hex'),
  );
  t.equal(headers.get('x-tintype-metadata-image-size'), '200x100');
  const ofPage = JSON.parse(headers.get('x-tintype-metadata-headers') ?? '') as object;
  t.match(ofPage, { 'x-of-page': 'yes' });
  t.notOk('set-cookie' in ofPage);
  t.ok(Array.isArray(JSON.parse(headers.get('x-tintype-metadata-fonts') ?? '')));
  const timing = headers.get('server-timing') ?? '';
  for (const stage of ['queue', 'launch', 'navigate', 'capture', 'encode']) {
    t.match(timing, new RegExp(`(?:^|, )${stage};dur=[0-9.]+(?:[;,]|$)`));
  }
});

testInDepth(t, 'large answers come whole', async (t) => {
  const noise = `<canvas width=2000 height=1500></canvas><script>
    const context = document.querySelector('canvas').getContext('2d');
    const image = context.createImageData(2000, 1500);
    for (let i = 0; i < image.data.length; i += 65536)
      crypto.getRandomValues(image.data.subarray(i, i + 65536));
    context.putImageData(image, 0, 0);
  </script>`;
  const answer = await caller.post('/v1/screenshot', {
    html: noise,
    format: 'png',
    viewport_width: 2000,
    viewport_height: 1500,
    metadata_hash: true,
  });
  const body = Buffer.from(await answer.arrayBuffer());
  t.ok(body.byteLength > 4_000_000, `${body.byteLength} bytes`);
  t.equal(
    answer.headers.get('x-tintype-metadata-hash'),
    createHash('sha256').update(body).digest('hex'),
  );
});

t.test('ignores and reports a parameter of another kind', async (t) => {
  const answer = await caller.ask('/v1/screenshot', {
    url: hello,
    ...small,
    pdf_landscape: true,
    js_enabled: false,
    x_mine: 1,
    utm_source: 'a',
  });
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('x-tintype-ignored'), 'pdf_landscape, js_enabled, utm_source');
  const posted = await caller.post('/v1/pdf', { html: 'x', full_page: true, signature: 'a' });
  t.equal(posted.headers.get('x-tintype-ignored'), 'full_page, signature');
  t.equal(posted.status, 200);
});

t.test('a hit of the cache needs no browser, and does not count', async (t) => {
  const account = await service.account();
  const page = pages.page('/cached', '<!doctype html><title>kept</title>');
  const wish = { url: page, ...small, cache: true, metadata_title: true };
  const first = await account.ask('/v1/screenshot', wish);
  t.equal(first.headers.get('x-tintype-cache'), 'MISS');
  const second = await account.post('/v1/screenshot', { ...wish, attachment_name: 'other' });
  t.equal(second.headers.get('x-tintype-cache'), 'HIT');
  t.equal(
    second.headers.get('content-disposition'),
    `attachment; filename="other.jpeg"; filename*=UTF-8''other.jpeg`,
  );
  t.equal(second.headers.get('x-tintype-metadata-title'), 'kept');
  t.match(second.headers.get('server-timing'), /^queue;dur=0$/);
  t.same(await first.arrayBuffer(), await second.arrayBuffer());
  t.equal(pages.requests('/cached').length, 1);
  t.equal(await account.used(), 1);
  const stranger = await service.account();
  const other = await stranger.ask('/v1/screenshot', wish);
  t.equal(other.headers.get('x-tintype-cache'), 'MISS', 'accounts share nothing');
  const plain = await account.ask('/v1/screenshot', { url: page, ...small });
  t.equal(plain.headers.get('x-tintype-cache'), null);
});

t.test('usage: once per render that succeeds', async (t) => {
  const account = await service.account({ quotaPerMonth: 10 });
  await account.ask('/v1/screenshot', { url: hello, ...small });
  await account.ask('/v1/screenshot', { url: 'http://10.0.0.1/' });
  await account.ask('/v1/screenshot', { urll: hello });
  await account.get('/v1/devices');
  const usage = await account.get('/v1/usage');
  t.match(await usage.json(), {
    hits: { quota: 10, used: 1, remaining: 9 },
    concurrency: { limit: 1_000_000, remaining: 1_000_000 - 5 },
  });
  const { concurrency } = (await (await account.get('/v1/usage')).json()) as {
    concurrency: { reset: number };
  };
  const secondsLeft = concurrency.reset - Date.now() / 1000;
  t.ok(secondsLeft > -1 && secondsLeft <= 61, 'when the minute ends, in Unix seconds');
});

t.test('usage: once for all attempts at a render', async (t) => {
  const account = await service.account();
  const path = '/second-time';
  const url = pages.route(path, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(pages.requests(path).length > 1 ? '<h1>content</h1>' : '');
  });
  const wish = { url, ...small, fail_on: 'blank', retry_times: 1 };
  const answer = await account.ask('/v1/screenshot', wish);
  t.equal(answer.status, 200);
  t.equal(pages.requests(path).length, 2);
  t.equal(await account.used(), 1);
});

t.test('what reached its page is charged, also where the page or a script fails', async (t) => {
  const away = pages.page('/away', '<!doctype html><title>away</title>');
  for (const [parameters, code] of [
    [{ inject_js: `location.href = '${away}'; throw document.body.innerText` }, 'script_failed'],
    [{ click_selector: '#none', timeout: 4 }, 'selector_not_found'],
    [{ hide_selectors: ':::' }, 'invalid_selector'],
    [{ fail_on_status: '200' }, 'bad_status'],
    [{ clip_x: 9_000, clip_y: 9_000, clip_width: 10, clip_height: 10 }, 'invalid_parameter'],
  ] as const) {
    const account = await service.account();
    const answer = await account.post('/v1/screenshot', { url: hello, ...small, ...parameters });
    t.match(await answer.json(), { code });
    t.equal(await account.used(), 1, code);
  }
});

testInDepth(t, 'a verdict of the receipt that fails a render costs nothing', async (t) => {
  const account = await service.account();
  for (const [parameters, code] of [
    [{ html: '<script>0</script>', fail_on: ['blank', 'blocked'] }, 'page_blank'],
    [{ url: pages.page('/ended', 'ended', {}, 410), fail_on: 'http_error' }, 'http_error'],
  ] as const) {
    const answer = await account.post('/v1/screenshot', { ...small, ...parameters });
    t.equal(answer.status, 422);
    t.match(await answer.json(), { code, details: [{ parameter: 'fail_on' }] });
  }
  t.equal(await account.used(), 0);
});

t.test('a client that goes away ends its render, and is not charged', async (t) => {
  const account = await service.account();
  const slow = pages.page('/slow', '<!doctype html><script src="/never.js"></script>');
  const left = Promise.withResolvers<void>();
  pages.route('/never.js', (request) => void request.socket.once('close', () => left.resolve()));
  const before = service.executions.length;
  const { port } = new URL(service.address);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const query = `url=${encodeURIComponent(slow)}&access_key=${account.accessKey}`;
  socket.write(`GET /v1/screenshot?${query} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await until(() => pages.requests('/never.js').length === 1);
  t.match(await service.store.usage.used(account.id), { used: 0, reserved: 1 });
  socket.destroy();
  await left.promise;
  await until(() => service.executions.length > before);
  t.match(service.executions.at(-1), { kind: 'screenshot', outcome: 'cancelled', mode: 'direct' });
  await until(() => service.server.running === 0);
  const used = () => service.store.usage.used(account.id);
  await until(async () => (await used()).reserved === 0);
  t.match(await used(), { used: 0, reserved: 0 });
  t.equal(service.limiter.depth.running, 0, 'its place is free');
});

testInDepth(t, 'a client that goes away while it waits is forgotten', async (t) => {
  const account = await service.account();
  // One account leaves a place to others.
  const other = await service.account();
  const held = ['/held-1', '/held-2'].map((path) => {
    pages.hang(`${path}.js`);
    return pages.page(path, `<!doctype html><script src="${path}.js"></script>`);
  });
  const end = new AbortController();
  const holding = held.map((url, index) =>
    [account, other][index]
      ?.get(`/v1/screenshot?${new URLSearchParams({ url })}`, { signal: end.signal })
      .catch(() => {}),
  );
  await until(() => service.limiter.depth.running === 2);
  const waits = new AbortController();
  const waiting = account
    .get(`/v1/screenshot?${new URLSearchParams({ url: hello })}`, { signal: waits.signal })
    .catch(() => {});
  await until(() => service.limiter.depth.waiting === 1);
  waits.abort();
  await until(() => service.limiter.depth.waiting === 0);
  end.abort();
  await Promise.all([...holding, waiting]);
  await until(() => service.limiter.depth.running === 0);
  await until(() => service.server.running === 0);
  t.equal(await account.used(), 0);
});
