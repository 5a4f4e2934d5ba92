import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixtureServer, readPixels } from '@tintype/testkit';
import t from 'tap';
import { createRenderer, devices, render, RenderError, serveFolder } from './index.ts';

const small = { viewport_width: 64, viewport_height: 48 } as const;
const server = await createFixtureServer(t);
const page = server.page('/', '<body style="background:#f00">');
const { host } = new URL(page);

/** Sets a variable for one test. */
function setVariable(t: Teardown, name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  t.teardown(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}
type Teardown = { teardown(cleanUp: () => void): unknown };

t.test('render() makes one image, of a folder as a site, and leaves nothing running', async (t) => {
  const dir = t.testdir({
    'index.html': '<link rel=stylesheet href=a.css>',
    'a.css': 'body{background:#0f0}',
  });
  const result = await render(
    { kind: 'screenshot', url: 'http://page.tintype.localhost/', format: 'png', ...small },
    { site: serveFolder(dir) },
  );
  const image = await readPixels(result.body);
  t.match(image, { format: 'png', width: 64, height: 48 });
  t.match(result, { mediaType: 'image/png', extension: 'png', warnings: [] });
  t.same(image.at(5, 5), [0, 255, 0, 255]);
});

t.test('an upstream proxy is used, and never gone round', async (t) => {
  const asked: string[] = [];
  const proxy = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    response.end('<title>through the proxy</title>');
  });
  proxy.on('connect', ({ url }, client) => {
    asked.push(`CONNECT ${url}`);
    client.end('HTTP/1.1 403 No\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.teardown(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const request = { kind: 'screenshot', url: 'http://shop.example/', ...small } as const;
  const upstream = `http://127.0.0.1:${port}`;
  const allow = ['127.0.0.1'];
  const renderer = createRenderer({ concurrency: 1, spares: 0 });
  t.teardown(() => renderer.stop());
  const unknown = { code: 'dns_failed', message: 'the address of shop.example could not be found' };
  await t.rejects(renderer.render(request, { upstream, allow }), unknown);
  t.same(asked, [], 'it is not given names to look up');
  const there = { ...request, url: 'https://93.184.216.34/' };
  await t.rejects(renderer.render(there, { upstream, allow }), /403/);
  t.ok(asked.includes('CONNECT 93.184.216.34:443'));
  const { metadata } = await render(request, { upstream, allow, egress: { proxyNames: true } });
  t.equal(metadata.title, 'through the proxy');
  t.ok(asked.includes('GET http://shop.example/'));
});

t.test('private hosts: refused, allowed by option, by render, by environment', async (t) => {
  const request = { kind: 'screenshot', url: page, ...small } as const;
  const denied = { name: 'RenderError', code: 'target_denied' };
  const renderer = createRenderer({ concurrency: 1, spares: 0 });
  t.teardown(() => renderer.stop());
  await t.rejects(render(request), denied);
  await t.rejects(renderer.render(request), denied);
  t.match(await renderer.render(request, { allow: [host] }), { url: page });
  t.match(await render(request, { egress: { allow: [host] } }), { url: page });
  setVariable(t, 'TINTYPE_EGRESS_ALLOW', host);
  t.match(await render(request), { url: page });
  await t.rejects(render(request, { egress: { allow: [] } }), denied, 'an option wins');
});

t.test('the browser: named by option, by environment, and not there', async (t) => {
  const request = { kind: 'screenshot', html: '<p>', ...small } as const;
  setVariable(t, 'TINTYPE_CHROME_PATH', '/no/such/browser');
  await t.rejects(render(request), { code: 'browser_unavailable', message: /\/no\/such\/browser/ });
  await t.rejects(render(request, { chrome: { executablePath: '/nor/this' } }), {
    code: 'browser_unavailable',
    message: /\/nor\/this/,
  });
});

t.test('an entry that cannot be read is refused at once', async (t) => {
  t.throws(() => createRenderer({ egress: { allow: ['http://x/'] } }), {
    name: 'TypeError',
    message: /"http:\/\/x\/" is a URL/,
  });
});

t.test('a number of pages that cannot be is refused at once', async (t) => {
  for (const concurrency of [0, -1, 1.5, NaN, 'two']) {
    t.throws(() => createRenderer({ concurrency: concurrency as number }), {
      constructor: TypeError,
      message: `concurrency must be an integer of at least 1; got ${
        typeof concurrency === 'string' ? '"two"' : concurrency
      }.`,
    });
  }
  t.throws(() => createRenderer({ spares: -1 }), /spares must be an integer of at least 0; got -1/);
});

t.test('a wrong parameter is refused before a browser is looked for', async (t) => {
  const wrong = render(
    { kind: 'screenshot', html: '<p>', image_quality: 0 },
    { chrome: { executablePath: '/no/such/browser' } },
  );
  await t.rejects(wrong, { code: 'invalid_parameter' });
  t.ok((await wrong.catch((error: unknown) => error)) instanceof RenderError);
});

t.test('after stop() nothing is rendered', async (t) => {
  const renderer = createRenderer();
  await renderer.stop();
  await t.rejects(renderer.render({ kind: 'screenshot', html: '<p>' }), { code: 'shutting_down' });
});

t.test('devices are listed', async (t) => {
  t.ok(devices.some(({ id }) => id === 'iphone_15'));
});
