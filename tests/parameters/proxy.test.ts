import { COLOURS, solidImage } from '@tintype/testkit';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import t from 'tap';
import { createLab } from './lab.ts';

// Unknown names are left to the proxy.
const lab = await createLab(t, {
  egress: { allow: ['127.0.0.1', '127.0.0.2'], proxyNames: true },
});
const small = { viewport_width: 200, viewport_height: 100, wait_until: ['load'] };
const image = await solidImage(COLOURS.blue);

/** Requests of the proxy, and the content of its tunnels. */
const asked: string[] = [];
const tunnelled: Record<string, Buffer> = {};
const socketCame = Promise.withResolvers<void>();

// Serves names that only it can resolve, to clients with its password.
const proxy = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (request.headers['proxy-authorization'] !== `Basic ${btoa('user:pass')}`) {
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end('who are you?');
  } else if (request.url === 'http://cdn.example:8080/image.png') {
    response.writeHead(200, { 'content-type': 'image/png' });
    // Keeps the page loading until its WebSocket has come through.
    void socketCame.promise.then(() => response.end(image));
  } else {
    const body = `<script>new WebSocket('ws://live.example/socket')</script><img src="http://cdn.example:8080/image.png">`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  }
});
proxy.on('connect', (request, client: Socket) => {
  asked.push(`CONNECT ${request.url}`);
  client.on('error', () => client.destroy());
  client.write('HTTP/1.1 200 OK\r\n\r\n');
  client.once('data', (first: Buffer) => {
    tunnelled[request.url!] = first;
    if (request.url === 'live.example:80') socketCame.resolve();
    client.destroy();
  });
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
t.teardown(() => {
  proxy.closeAllConnections();
  proxy.close();
});
const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const behind = { ...small, proxy: `http://user:pass@${address}` };

t.test('plain http goes to the proxy as requests, WebSockets as tunnels', async (t) => {
  asked.splice(0);
  await lab.render({ url: 'http://shop.example/?a=b', ...behind });
  t.ok(asked.includes('GET http://shop.example/?a=b'));
  t.ok(asked.includes('GET http://cdn.example:8080/image.png'));
  t.ok(asked.includes('CONNECT live.example:80'));
  const request = String(tunnelled['live.example:80']);
  t.match(request, /^GET \/socket HTTP\/1\.1\r\nHost: live\.example\r\n/);
  t.match(request, /\r\nUpgrade: websocket\r\n/i);
  t.notMatch(request, /proxy/i);
});

t.test('https goes to the proxy as a tunnel', async (t) => {
  asked.splice(0);
  const error = await lab.failure({ url: 'https://secure.example/', ...behind });
  t.match(error.code, /^(?:connection|tls)_failed$/);
  t.equal(asked[0], 'CONNECT secure.example:443');
  const hello = tunnelled['secure.example:443']!;
  t.equal(hello[0], 0x16, 'a TLS handshake');
  t.ok(hello.includes('secure.example'), 'for the page’s own host');
});

t.test('a proxy that wants other credentials', async (t) => {
  const error = await lab.failure({
    url: 'http://shop.example/',
    ...small,
    proxy: `http://user:wrong@${address}`,
  });
  t.match(error, { code: 'connection_failed', message: /wants other credentials \(407\)/ });
  t.notMatch(error.message, /user|wrong/);
});

t.test('what is private stays refused, and the proxy is not asked', async (t) => {
  asked.splice(0);
  for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'http://localhost/', 'http://[::1]/'])
    t.equal((await lab.failure({ url, ...behind })).code, 'target_denied', url);
  t.same(asked, []);
});

t.test('a country is the proxy that the caller has in it', async (t) => {
  asked.splice(0);
  const { proxy: upstream, ...plain } = behind;
  const located = { url: 'http://shop.example/', ip_location: 'us', ...plain };
  await lab.render(located, { upstream });
  t.ok(asked.includes('GET http://shop.example/'));
  asked.splice(0);
  const error = await lab.failure(located);
  t.match(error, { code: 'unsupported', message: /^ip_location: no proxy is configured for us/ });
  t.same(asked, []);
});
