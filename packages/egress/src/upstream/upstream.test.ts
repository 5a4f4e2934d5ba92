import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import t, { type Test } from 'tap';
import { createEgress, type EgressOptions } from '../egress.ts';
import { makeCertificate } from '../fixtures/certificates.ts';
import { listenHttp, listenTcp } from '../fixtures/listen.ts';
import { socksClient } from '../fixtures/raw-client.ts';
import { createConnectionPolicy, type Resolve } from '../policy/connection-policy.ts';
import { createMeter } from '../session/meter.ts';
import { createOutbound } from '../session/outbound.ts';
import { parseAllow } from '../policy/parse-allow.ts';
import { parseUpstream } from './upstream.ts';

const password = 'p@ss:w';
const authorization = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;

/** A proxy that requires credentials, and connects every request to one origin. */
async function startProxy(t: Test, originPort: number) {
  const asked: string[] = [];
  const { server, port } = await listenHttp(t, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const known = request.headers['proxy-authorization'] === authorization;
    response.writeHead(known ? 200 : 407, { 'proxy-authenticate': 'Basic realm=x' });
    response.end(known ? 'through the proxy' : 'secret page of the proxy');
  });
  server.on('connect', (request, client) => {
    asked.push(`CONNECT ${request.url}`);
    client.on('error', () => {});
    if (request.headers['proxy-authorization'] !== authorization)
      return client.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n');
    if (request.url?.startsWith('203.0.114.')) return client.end('HTTP/1.1 502 Bad\r\n\r\nsecret');
    const origin = connect(originPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\nX: y\r\n\r\n');
      client.pipe(origin).pipe(client);
    });
    origin.on('error', () => client.destroy());
  });
  return { asked, port };
}

const found: Record<string, readonly string[]> = {
  'gone.example': ['203.0.114.1', '203.0.114.2'],
  'half.example': ['203.0.114.3', '93.184.216.34'],
  'private.example': ['10.0.0.5'],
  'mixed.example': ['93.184.216.34', '10.0.0.5'],
  'meta.example': ['169.254.169.254'],
  'proxy.example': ['10.0.0.5'],
};

async function resolve(host: string): Promise<readonly string[]> {
  if (host.startsWith('unknown.')) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  return found[host] ?? ['2606:4700::1111', '93.184.216.34'];
}

async function setUp(t: Test, options: EgressOptions = {}) {
  const origin = await listenTcp(t, (socket) => {
    // Speaks first, so that its words come in one piece with the proxy's answer.
    socket.write('welcome ');
    socket.pipe(socket);
  });
  const proxy = await startProxy(t, origin.port);
  const egress = createEgress({
    allow: [`127.0.0.1:${proxy.port}`],
    resolve,
    ...options,
  });
  t.teardown(() => egress.close());
  const session = await egress.open();
  const upstream = `http://user:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;
  return { ...proxy, session, upstream };
}

const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** Starts as TLS does, which is all that the egress proxy looks at. */
const hello = '\x16\x03\x01 hello';
const notAllowed = 2;

t.test('the proxy is asked for the address that was checked, of plain http too', async (t) => {
  const { session, upstream, asked } = await setUp(t);
  session.configure({ upstream });
  for (const [port, text] of [
    [443, hello],
    [80, get('/x?y')],
  ] as const) {
    const client = await socksClient(session, 'a.example', port, text);
    // What the browser says is passed as it is, the name in it included.
    await client.until(new RegExp(`^welcome ${text.replace('?', '\\?')}$`));
    client.socket.destroy();
  }
  t.same(asked, ['CONNECT 93.184.216.34:443', 'CONNECT 93.184.216.34:80']);
  t.same(session.failures, []);
});

t.test('an address that the proxy cannot reach is followed by the next', async (t) => {
  const { session, upstream, asked } = await setUp(t);
  session.configure({ upstream });
  const client = await socksClient(session, 'half.example', 443, hello);
  await client.until(/hello$/);
  client.socket.destroy();
  t.same(asked, ['CONNECT 203.0.114.3:443', 'CONNECT 93.184.216.34:443']);
});

t.test('refuses names that lead to private addresses, or are not found', async (t) => {
  for (const proxyNames of [false, true]) {
    const { session, upstream, asked } = await setUp(t, { proxyNames });
    session.configure({ upstream });
    for (const host of ['private.example', 'mixed.example', 'meta.example']) {
      t.equal((await socksClient(session, host, 80, get())).reply, notAllowed, host);
      t.match(session.failures.at(-1), { kind: 'denied', host });
    }
    t.same(asked, []);
    const unknown = await socksClient(session, 'unknown.example', 80, get());
    if (proxyNames) await unknown.until(/through the proxy/);
    else t.match(session.failures.at(-1), { kind: 'dns', host: 'unknown.example' });
    t.same(asked, proxyNames ? ['GET http://unknown.example/'] : []);
  }
});

t.test('names that the allow list names go as names', async (t) => {
  const { session, upstream, asked } = await setUp(t);
  session.configure({ upstream, allow: ['private.example', 'unknown.example', 'meta.example'] });
  for (const host of ['private.example', 'unknown.example']) {
    const client = await socksClient(session, host, 80, get());
    await client.until(/through the proxy/);
    client.socket.destroy();
  }
  t.equal((await socksClient(session, 'meta.example', 80, get())).reply, notAllowed);
  t.same(asked, ['GET http://private.example/', 'GET http://unknown.example/']);
});

t.test("a caller's own proxy is given names where it stands in public", async (t) => {
  const names: Resolve = async (host) =>
    host === 'proxy.example' ? ['93.184.216.34'] : ['8.8.8.8'];
  const policy = createConnectionPolicy({ isOwnPort: () => false });
  const outbound = createOutbound({
    policy,
    resolve: names,
    meter: createMeter(() => {}),
    maxSockets: 1,
    connectTimeoutMs: 1_000,
  });
  const ask = (proxy: string, hasNames: boolean | 'if public', host = 'a.example') =>
    outbound.check(host, 80, {
      allow: parseAllow(['127.0.0.1', '10.0.0.9']),
      upstream: parseUpstream(proxy),
      hasNames,
    });
  t.equal(await ask('http://proxy.example:3128', 'if public'), 'host');
  t.equal(await ask('http://proxy.example:3128', false), 'address');
  t.equal(await ask('http://127.0.0.1:3128', 'if public'), 'address');
  t.equal(await ask('http://10.0.0.9:3128', 'if public'), 'address');
  t.equal(await ask('http://127.0.0.1:3128', true), 'host');
  await t.rejects(ask('http://proxy.example:3128', 'if public', '10.0.0.5'), {
    name: 'EgressDenied',
  });
});

t.test('with names, http goes in absolute form and TLS as CONNECT', async (t) => {
  const { session, upstream, asked } = await setUp(t, { proxyNames: true });
  session.configure({ upstream });
  const client = await socksClient(session, 'a.example', 80, get('/x?y'));
  await client.until(/through the proxy/);
  client.socket.destroy();
  for (const port of [443, 8443, 80]) {
    const tls = await socksClient(session, 'a.example', port, hello);
    await tls.until(/^welcome \x16\x03\x01 hello$/); // oxlint-disable-line no-control-regex
    tls.socket.destroy();
  }
  t.same(asked, [
    'GET http://a.example/x?y',
    'CONNECT a.example:443',
    'CONNECT a.example:8443',
    'CONNECT a.example:80',
  ]);
  t.same(session.failures, []);
});

t.test('a connection that is not used yet is not asked for', async (t) => {
  const { session, upstream, asked } = await setUp(t);
  session.configure({ upstream });
  const idle = await socksClient(session, 'a.example', 443);
  t.equal(idle.reply, 0);
  const gone = await socksClient(session, 'b.example', 443);
  gone.socket.end();
  await gone.closed();
  t.same(asked, []);
  idle.write('\x16');
  await idle.until(/^welcome/);
  t.same(asked, ['CONNECT 93.184.216.34:443']);
  idle.socket.destroy();
  t.same(session.failures, []);
});

t.test('an upgrade is made through a tunnel', async (t) => {
  const { session, upstream, asked } = await setUp(t, { proxyNames: true });
  session.configure({ upstream });
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const head = `GET /chat HTTP/1.1\r\nHost: other.example\r\nX-A: 1\r\n${upgrade}\r\n`;
  const client = await socksClient(session, 'a.example', 8080, head);
  t.equal(
    await client.until(/\r\n\r\n$/),
    `welcome GET /chat HTTP/1.1\r\nHost: a.example:8080\r\nX-A: 1\r\n${upgrade}\r\n`,
  );
  client.write('frames');
  await client.until(/frames$/);
  client.socket.destroy();
  t.same(asked, ['CONNECT a.example:8080']);
  const withBody = head.replace('X-A: 1', 'Content-Length: 1');
  t.equal(await (await socksClient(session, 'a.example', 80, `${withBody}x`)).closed(), '');
  t.equal(asked.length, 1);
});

t.test('what is refused is refused before the proxy is asked', async (t) => {
  const { session, upstream, asked } = await setUp(t);
  session.configure({ upstream });
  const targets: [string, number][] = [
    ['10.0.0.5', 443],
    ['10.0.0.5', 80],
    ['localhost', 443],
    ['intranet', 80],
    ['::1', 443],
    ['0x7f.1', 443],
    ['169.254.169.254', 80],
    ['a.example', 6379],
    ['a.example\r\nX: y', 80],
  ];
  for (const [host, port] of targets) {
    t.equal((await socksClient(session, host, port)).reply, notAllowed, host);
    t.match(session.failures.at(-1), { kind: 'denied', port });
  }
  t.same(asked, []);
});

t.test('trouble with the proxy is its own kind of failure, without its secrets', async (t) => {
  const { session, upstream, port } = await setUp(t);
  const wrong = upstream.replace('user', 'other');
  const mute = await listenTcp(t, (socket) => socket.end('hello, this is no proxy\r\n\r\n'));
  const allow = ['127.0.0.1'];
  const cases: [string, string, RegExp, string?][] = [
    [wrong, hello, /wants other credentials/],
    [wrong, get(), /wants other credentials/],
    [
      upstream,
      hello,
      /did not connect to gone.example:80 \(it answered 502, asked for its address\)/,
      'gone.example',
    ],
    [`http://x:${password.replace('@', '')}@127.0.0.1:${mute.port}`, hello, /does not speak HTTP/],
    [`https://x:y@127.0.0.1:${port}`, hello, /did not complete a TLS handshake/],
    ['http://x:y@127.0.0.1:9', hello, /cannot be used: 127.0.0.1:9 refused/],
    ['http://x:y@10.0.0.5:8080', hello, /cannot be used: 10.0.0.5 is a private address/],
    ['http://x:y@proxy.example:8080', get(), /cannot be used: proxy.example leads to a private/],
    ['http://x:y@localhost:8080', hello, /cannot be used: localhost is a name of the local/],
  ];
  for (const [value, text, reason, host = 'a.example'] of cases) {
    session.configure({ upstream: value, allow });
    const client = await socksClient(session, host, 80, text);
    t.equal(await client.closed(), '', String(reason));
    const failure = session.failures.at(-1);
    t.match(failure, { kind: 'upstream', reason });
    t.notMatch(JSON.stringify(failure), /x:y|p%40ss|p@ss|dXNlc|secret/);
  }
});

t.test('parseUpstream', async (t) => {
  t.same(parseUpstream('http://proxy.example:3128'), {
    host: 'proxy.example',
    port: 3128,
    secure: false,
    authorization: undefined,
  });
  t.match(parseUpstream('https://u:p@proxy.example'), {
    port: 443,
    secure: true,
    authorization: /^Basic /,
  });
  for (const value of [
    'socks5://p.example:1',
    'proxy.example:80',
    '',
    'http://u:secret@',
    'http://u:secret@p.example/path',
    'http://u:%zz@p.example',
  ])
    t.throws(
      () => parseUpstream(value),
      { name: 'TypeError', message: /^upstream: (?!.*secret)/ },
      value,
    );
});

t.test('a proxy over TLS', async (t) => {
  const made = await makeCertificate(['proxy.example']);
  const asked: string[] = [];
  const server = createTlsServer(made, (_request, response) => response.end('over TLS'));
  server.on('connect', (request, client) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    client.on('error', () => {});
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    client.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({
    allow: ['proxy.example', 'other.example'],
    resolve: async (host) => [/^(?:proxy|other)/.test(host) ? '127.0.0.1' : '93.184.216.34'],
    proxyNames: true,
  });
  t.teardown(async () => {
    await egress.close();
    server.closeAllConnections();
    server.close();
  });
  const session = await egress.open();
  const upstream = `https://user:${encodeURIComponent(password)}@proxy.example:${port}`;
  session.configure({ upstream });
  const untrusted = await socksClient(session, 'a.example', 443, hello);
  t.equal(await untrusted.closed(), '', 'an unknown issuer');
  t.match(session.failures, [{ kind: 'upstream', reason: /TLS handshake/ }]);

  const issuers = getCACertificates('default');
  setDefaultCACertificates([made.cert]);
  t.teardown(() => setDefaultCACertificates(issuers));
  const tunnelled = await socksClient(session, 'a.example', 443, hello);
  await tunnelled.until(/hello$/);
  const client = await socksClient(session, 'a.example', 80, get());
  await client.until(/over TLS/);
  t.same(asked, [`a.example:443 ${authorization}`]);
  t.ok(session.bytesReceived > 0);

  session.configure({ upstream: upstream.replace('proxy.example', 'other.example') });
  await Promise.all([tunnelled.closed(), client.closed()]);
  t.equal(await (await socksClient(session, 'b.example', 443, hello)).closed(), '', 'another name');
  t.equal(asked.length, 1);
});
