import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { createEgress, type EgressOptions } from '../egress.ts';
import { listenHttp, listenTcp } from '../fixtures/listen.ts';
import { connectRequest, rawClient, socksClient } from '../fixtures/raw-client.ts';

async function openSession(t: Test, options: EgressOptions = {}) {
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], ...options });
  t.teardown(() => egress.close());
  return egress.open();
}

const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const notAllowed = 2;
const hostUnreachable = 4;
const connectionRefused = 5;

t.test('the proxy is a SOCKS5 proxy on a loopback port', async (t) => {
  const session = await openSession(t);
  t.match(session.proxyServer, /^socks5:\/\/127\.0\.0\.1:\d+$/);
});

t.test('reports and closes a refused connection, and logs the reason', async (t) => {
  const session = await openSession(t, {
    resolve: async (host) => {
      if (host === 'nowhere.example') throw new Error('ENOTFOUND');
      return ['10.0.0.5'];
    },
  });
  const targets: [string, number, Record<string, unknown>, number?][] = [
    ['10.0.0.5', 80, { kind: 'denied', host: '10.0.0.5', port: 80 }],
    ['rebind.example', 8080, { kind: 'denied', host: 'rebind.example', port: 8080 }],
    ['10.0.0.6', 443, { kind: 'denied', host: '10.0.0.6', port: 443 }],
    ['2130706433', 80, { kind: 'denied', host: '2130706433' }],
    ['017700000001', 80, { kind: 'denied', host: '017700000001' }],
    ['0x7f.1', 80, { kind: 'denied', host: '0x7f.1' }],
    ['127.1', 80, { kind: 'denied', host: '127.1' }],
    ['::ffff:10.0.0.1', 80, { kind: 'denied', host: '10.0.0.1' }],
    ['[::ffff:10.0.0.2]', 80, { kind: 'denied', host: '10.0.0.2' }],
    ['fe80::1%eth0', 80, { kind: 'denied' }],
    ['127.0.0.1.', 80, { kind: 'denied' }],
    ['169.254.169.254', 80, { kind: 'denied', host: '169.254.169.254' }],
    ['localhost', 443, { kind: 'denied', host: 'localhost' }],
    ['a.localhost', 443, { kind: 'denied', host: 'a.localhost' }],
    ['intranet', 80, { kind: 'denied', host: 'intranet' }],
    ['a.example\r\nHost: b', 80, { kind: 'denied' }],
    ['a.example\0', 80, { kind: 'denied' }],
    ['a b', 80, { kind: 'denied' }],
    ['user@a.example', 80, { kind: 'denied' }],
    ['a.example:80', 80, { kind: 'denied' }],
    ['a.example', 0, { kind: 'denied', port: 0 }],
    ['redis.example', 6379, { kind: 'denied', host: 'redis.example', port: 6379 }],
    ['nowhere.example', 443, { kind: 'dns', host: 'nowhere.example' }, hostUnreachable],
  ];
  for (const [host, port, failure, reply = notAllowed] of targets) {
    const client = await socksClient(session, host, port);
    t.equal(client.reply, reply, JSON.stringify(host));
    t.equal(await client.closed(), '');
    t.match(session.failures.at(-1), failure);
  }
  t.equal(session.failures.length, targets.length);
  t.equal(session.bytesReceived, 0);
});

t.test('addresses given as bytes are checked as well', async (t) => {
  const session = await openSession(t);
  const six = (tail: string) => `\x04${'\0'.repeat(16 - tail.length)}${tail}`;
  for (const address of ['\x01\x7f\0\0\x01', six('\x01'), six('\xff\xff\x0a\0\0\x01')]) {
    const client = rawClient(session, `\x05\x01\x00\x05\x01\x00${address}\0\x50`);
    t.match(await client.closed(), /^[^]{3}\x02/); // oxlint-disable-line no-control-regex
    t.match(session.failures.at(-1), { kind: 'denied', port: 80 });
  }
  t.same(
    session.failures.map(({ host }) => host),
    ['127.0.0.1', '::1', '10.0.0.1'],
  );
});

t.test('an origin that refuses', async (t) => {
  const { port, server } = await listenTcp(t, () => {});
  await new Promise((resolve) => server.close(resolve));
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port);
  t.equal(client.reply, connectionRefused);
  t.match(session.failures, [
    { kind: 'connect', port, reason: `127.0.0.1:${port} refused the connection` },
  ]);
});

t.test('what is not SOCKS5 gets nothing', async (t) => {
  const session = await openSession(t, { limits: { handshakeTimeoutMs: 30 } });
  for (const text of [get('http://127.0.0.1/'), '\x16\x03\x01\x02\x00', '\x05', ''])
    t.equal(await rawClient(session, text).closed(), '');
  t.same(session.failures, []);
});

t.test('a name is resolved once: an answer that changes later changes nothing', async (t) => {
  const { port } = await listenHttp(
    t,
    (_request, response) => response.end('allowed one'),
    '127.0.0.2',
  );
  await listenHttp(t, (_request, response) => response.end('private one'), '127.0.0.3');
  let questions = 0;
  const session = await openSession(t, {
    allow: ['127.0.0.2'],
    resolve: async () => [(questions += 1) === 1 ? '127.0.0.2' : '127.0.0.3'],
  });
  for (const host of ['rebind.example', 'REBIND.example.']) {
    const client = await socksClient(session, host, port, get());
    await client.until(/allowed one/);
    client.socket.destroy();
  }
  t.equal(questions, 1);
});

t.test('a name is asked for as the policy says whose page it is', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('here'));
  const scopes: unknown[] = [];
  const session = await openSession(t, {
    allow: ['127.0.0.1'],
    resolve: async (_host, _isAllowed, scope) => {
      scopes.push(scope);
      return ['127.0.0.1'];
    },
  });
  const ask = async (host: string) => {
    const client = await socksClient(session, host, port, get());
    await client.until(/here/);
    client.socket.destroy();
  };
  session.configure({ scope: 'one' });
  await ask('a.example');
  session.configure({});
  await ask('b.example');
  t.same(scopes, ['one', undefined]);
});

t.test('an expected connection is opened early and used once', async (t) => {
  let opened = 0;
  const served: (() => void)[] = [];
  const { port } = await listenTcp(t, (socket) => {
    opened += 1;
    socket.write(`welcome ${opened} `);
    socket.pipe(socket);
    served.shift()?.();
  });
  let questions = 0;
  const session = await openSession(t, {
    allow: ['127.0.0.1'],
    resolve: async () => {
      questions += 1;
      return ['127.0.0.1'];
    },
  });
  const started = new Promise<void>((resolve) => served.push(resolve));
  session.expect(new URL(`http://A.example:${port}/x`));
  session.expect(new URL(`http://a.example:${port}/y`));
  await started;
  t.equal(opened, 1, 'before anybody asks');
  const one = await socksClient(session, 'a.example', port, 'hello');
  await one.until(/^welcome 1 hello$/);
  const two = await socksClient(session, 'a.example', port, 'hello');
  await two.until(/^welcome 2 hello$/);
  one.socket.destroy();
  two.socket.destroy();
  t.equal(opened, 2);
  t.equal(questions, 1);
});

t.test('what is expected is checked, and goes with its policy and its page', async (t) => {
  const sockets: Socket[] = [];
  const { port } = await listenTcp(t, (socket) => void sockets.push(socket));
  const session = await openSession(t, { allow: ['127.0.0.1'], resolve: async () => ['10.0.0.5'] });
  session.expect(new URL(`http://private.example:${port}/`));
  const refused = await socksClient(session, 'private.example', port);
  t.equal(refused.reply, notAllowed);
  t.match(session.failures, [{ kind: 'denied', host: 'private.example' }]);
  const url = new URL(`http://127.0.0.1:${port}/`);
  session.expect(url);
  await until(() => sockets.length >= 1);
  // Under other rules it is not used.
  session.configure({});
  const client = await socksClient(session, '127.0.0.1', port);
  await until(() => sockets.length >= 2);
  t.equal(client.reply, 0);
  session.expect(url);
  await until(() => sockets.length >= 3);
  session.cut();
  await until(() => sockets.every((socket) => socket.resume().readableEnded));
  session.expect(url);
  await delay(50);
  t.equal(sockets.length, 3);
});

t.test('opens a connection again that has ended before it is used', async (t) => {
  let opened = 0;
  const { port } = await listenTcp(t, (socket) => {
    opened += 1;
    if (opened === 1) socket.destroy();
    else socket.end('here');
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  session.expect(new URL(`http://127.0.0.1:${port}/`));
  await until(() => opened >= 1);
  await delay(50);
  const client = await socksClient(session, '127.0.0.1', port);
  t.equal(await client.closed(), 'here');
});

t.test('bytes pass as they are, in both directions', async (t) => {
  const bytes = Array.from({ length: 256 }, (_, at) => String.fromCharCode(at)).join('');
  let heard = '';
  const { port } = await listenTcp(t, (socket) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text;
      if (heard.length === bytes.length) socket.end(bytes.toLowerCase(), 'latin1');
    });
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port, bytes);
  client.socket.once('end', () => client.socket.end());
  t.equal(await client.closed(), bytes.toLowerCase());
  t.equal(heard, bytes);
  t.equal(session.bytesReceived, 256);
});

t.test('an origin that speaks first, and slowly', async (t) => {
  const { port } = await listenTcp(t, (socket) => {
    for (const letter of 'hello') setImmediate(() => socket.write(letter));
    socket.once('end', () => socket.end('!'));
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port);
  await client.until(/^hello$/);
  client.socket.end();
  t.equal(await client.closed(), 'hello!');
});

t.test('back-pressure and the end of one direction: up', async (t) => {
  const size = 8_000_000;
  const { port } = await listenTcp(t, (socket) => {
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    // Answers when the other direction has ended: that only works when ends pass one by one.
    socket.on('end', () => socket.end(`got ${bytes}`));
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port);
  client.socket.end(Buffer.alloc(size));
  t.equal(await client.closed(), `got ${size}`);
});

t.test('back-pressure and the end of one direction: down, to a page that is slow', async (t) => {
  const size = 8_000_000;
  const { port } = await listenTcp(t, (socket) => {
    socket.resume().once('end', () => socket.end(Buffer.alloc(size)));
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port);
  client.socket.pause();
  client.socket.end('x');
  let before = -1;
  while (before !== session.bytesReceived) {
    before = session.bytesReceived;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.ok(before < size, `${before} bytes are on their way, no more`);
  client.socket.resume();
  t.equal((await client.closed()).length, size);
});

t.test('a page that goes away closes its connection, and the other way round', async (t) => {
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const { port } = await listenTcp(t, (socket) => {
    opened.resolve();
    socket.resume().once('close', closed.resolve);
    socket.on('end', () => socket.end());
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port);
  await opened.promise;
  client.socket.destroy();
  await closed.promise;
  const resetting = await listenTcp(t, (socket) => socket.resetAndDestroy());
  const cut = await socksClient(session, '127.0.0.1', resetting.port);
  t.equal(await cut.closed(), '');
});

t.test('a page that asked for the rest and went away leaves nothing open', async (t) => {
  const { port, server } = await listenTcp(t, (socket) => {
    const more = () => void (socket.write(Buffer.alloc(65_536)) && setImmediate(more));
    socket.on('drain', more).resume();
    more();
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port);
  await client.until(/\0/);
  client.socket.end();
  client.socket.destroy();
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await until(async () => (await connections()) === 0);
  t.same(session.failures, []);
});

t.test('the ports of the egress proxy and of the service stay refused', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const egress = createEgress({ allow: ['0.0.0.0/0', '::/0', 'localhost'], ownPorts: [port] });
  t.teardown(() => egress.close());
  const [session, other] = [await egress.open(), await egress.open()];
  const portOf = ({ proxyServer }: typeof session) => Number(new URL(proxyServer).port);
  for (const own of [portOf(session), portOf(other), port])
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '127.1.1.1', '::ffff:127.0.0.1']) {
      t.equal((await socksClient(session, host, own)).reply, notAllowed);
      t.match(session.failures.at(-1), { kind: 'denied', port: own });
    }
  await other.close();
  t.equal((await socksClient(session, '127.0.0.1', port)).reply, notAllowed);
});

t.test('a session that was cut answers no client, and keeps its port', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  session.serve('page.example', () => ({ status: 200, headers: {}, body: Buffer.from('site') }));
  const client = await socksClient(session, '127.0.0.1', port, get());
  await client.until(/reached/);
  session.cut();
  await client.closed();
  t.equal(await rawClient(session, '\x05\x01\x00').closed(), '');
  const own = Number(new URL(session.proxyServer).port);
  const { createServer } = await import('node:net');
  const next = createServer();
  const listening = () =>
    new Promise<boolean>((resolve) => {
      next.once('error', () => resolve(false));
      next.listen(own, '127.0.0.1', () => next.close(() => resolve(true)));
    });
  t.equal(await listening(), false, 'the port is still taken');
  await session.close();
  t.equal(await listening(), true);
});

t.test('configure sets the policy of one session, whole', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const egress = createEgress();
  t.teardown(() => egress.close());
  const [session, other] = [await egress.open(), await egress.open()];
  session.configure({ allow: [`127.0.0.1:${port}`] });
  const client = await socksClient(session, '127.0.0.1', port, get());
  await client.until(/reached/);
  t.equal((await socksClient(other, '127.0.0.1', port)).reply, notAllowed, 'not of another');
  t.throws(() => session.configure({ allow: ['http://x'] }), {
    name: 'TypeError',
    message: /is a URL/,
  });
  client.write(get());
  await client.until(/reached[^]*reached/);
  session.configure({});
  t.match(await client.closed(), /reached$/, 'the old policy is gone, and its connections too');
  t.equal((await socksClient(session, '127.0.0.1', port)).reply, notAllowed);
  t.match(session.failures, [{ kind: 'denied', port }]);
});

t.test('a site answers for a host that does not exist', async (t) => {
  const session = await openSession(t);
  const seen: string[] = [];
  session.serve('page.tintype.localhost', async ({ method, url, headers }) => {
    seen.push(`${method} ${url.href} ${headers['x-a']}`);
    if (url.pathname === '/stream')
      return { status: 201, headers: { 'x-b': '1' }, body: Readable.from(['one ', 'two']) };
    if (url.pathname === '/broken') throw new Error('secret');
    if (url.pathname === '/cut')
      return {
        status: 200,
        headers: {},
        body: new Readable({
          read() {
            this.push('part');
            this.destroy(new Error('cut'));
          },
        }),
      };
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('bytes') };
  });
  const host = 'page.tintype.localhost';
  const ask = async (line: string, name = host) => {
    const head = `${line} HTTP/1.1\r\nHost: other.example\r\nX-A: 2\r\nConnection: close\r\n\r\n`;
    const client = await socksClient(session, name, 80, head);
    client.socket.once('end', () => client.socket.end());
    return client.closed();
  };
  t.match(await ask('GET /a?b=c'), /^HTTP\/1.1 200 OK\r\ncontent-type: text\/plain[^]*bytes/);
  t.match(
    await ask('GET //stream/../stream', 'PAGE.tintype.localhost.'),
    /^HTTP\/1.1 200 [^]*bytes/,
  );
  t.match(await ask('GET /stream'), /^HTTP\/1.1 201 [^]*one [^]*two/);
  const broken = await ask('POST /broken');
  t.match(broken, /^HTTP\/1.1 500 /);
  t.notMatch(broken, /secret/);
  t.notMatch(await ask('GET /cut'), /\r\n0\r\n\r\n$/);
  t.same(seen.slice(0, 3), [
    'GET http://page.tintype.localhost/a?b=c 2',
    'GET http://page.tintype.localhost.//stream 2',
    'GET http://page.tintype.localhost/stream 2',
  ]);
  const asked = seen.length;
  t.equal(await ask('GET http://other.example/'), '', 'no proxy request');
  t.equal(await ask('GET /a b'), '', 'no HTTP');
  const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  t.equal(await (await socksClient(session, host, 80, upgrade)).closed(), '', 'no WebSocket');
  t.equal(seen.length, asked);
  t.same(session.failures, []);
  t.equal(session.bytesReceived, 0);
  t.equal((await socksClient(session, host, 443)).reply, notAllowed);
  t.match(session.failures, [{ kind: 'denied', host, port: 443 }], 'at http://host/ only');
});

t.test('a site keeps its connections, and takes requests in pieces', async (t) => {
  const session = await openSession(t);
  session.serve('page.tintype.localhost', ({ url }) => ({
    status: 200,
    headers: {},
    body: Buffer.from(`<${url.pathname}>`),
  }));
  const client = await socksClient(session, 'page.tintype.localhost', 80);
  for (const path of ['/1', '/2', '/3']) {
    for (const letter of get(path)) client.write(letter);
    await client.until(new RegExp(`<${path}>`));
  }
  const early = rawClient(
    session,
    `\x05\x01\x00${connectRequest('page.tintype.localhost', 80)}${get('/early')}`,
  );
  await early.until(/<\/early>/);
  await session.close();
  await Promise.all([client.closed(), early.closed()]);
});

t.test('a host served in one session does not exist in another', async (t) => {
  const egress = createEgress();
  t.teardown(() => egress.close());
  const [one, other] = [await egress.open(), await egress.open()];
  one.serve('page.tintype.localhost', () => ({
    status: 200,
    headers: {},
    body: Buffer.from('mine'),
  }));
  t.equal((await socksClient(other, 'page.tintype.localhost', 80)).reply, notAllowed);
  t.match(other.failures, [{ kind: 'denied' }]);
});

t.test('the byte limit ends everything', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => {
    const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
    response.on('drain', more);
    more();
  });
  const session = await openSession(t, { allow: ['127.0.0.1'], limits: { maxBytes: 1_000_000 } });
  const client = await socksClient(session, '127.0.0.1', port, get());
  const received = await client.closed();
  t.ok(received.length < 2_000_000, `cut after ${received.length}`);
  t.ok(session.bytesReceived > 1_000_000);
  t.match(session.failures, [
    { kind: 'limit', host: '127.0.0.1', port, reason: 'the page loaded more than 1.0 MB' },
  ]);
  t.equal(session.failures.length, 1);
  const again = await socksClient(session, '127.0.0.1', port);
  t.equal(again.reply, notAllowed, 'and nothing comes after');
});

t.test('the limit on connections', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.pipe(socket));
  const session = await openSession(t, { allow: ['127.0.0.1'], limits: { maxSockets: 2 } });
  const open = () => socksClient(session, '127.0.0.1', port, 'hi');
  const clients = await Promise.all([open(), open()]);
  for (const client of clients) await client.until(/hi$/);
  t.equal((await open()).reply, notAllowed);
  t.match(session.failures, [
    { kind: 'limit', reason: 'the page has more than 2 connections open' },
  ]);
  for (const { socket } of clients) socket.destroy();
});

t.test('close ends everything at once and gives the port back', async (t) => {
  const { port, server } = await listenTcp(t, (socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart'));
    socket.once('end', () => socket.end());
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const busy = await socksClient(session, '127.0.0.1', port, get());
  const other = await socksClient(session, '127.0.0.1', port, 'x');
  const idle = rawClient(session, '\x05');
  await Promise.all([busy.until(/part/), other.until(/part/)]);
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  t.equal(await connections(), 2);
  await session.close();
  await Promise.all([busy.closed(), other.closed(), idle.closed()]);
  await until(async () => (await connections()) === 0);
  t.same(session.failures, [], 'closing is no failure');
  const again = connect(Number(new URL(session.proxyServer).port), '127.0.0.1');
  await t.rejects(once(again, 'connect'), { code: 'ECONNREFUSED' });
});

t.test('close while a name is being resolved', async (t) => {
  const answer = Promise.withResolvers<string[]>();
  const asked = Promise.withResolvers<void>();
  let connections = 0;
  const { port } = await listenTcp(t, () => (connections += 1));
  const session = await openSession(t, {
    allow: ['127.0.0.1'],
    resolve: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const client = socksClient(session, 'slow.example', port);
  await asked.promise;
  await session.close();
  answer.resolve(['127.0.0.1']);
  t.equal((await client).reply, undefined);
  t.same(session.failures, []);
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(connections, 0);
});

t.test('a restarted session has its full limit again, unless it has exceeded it', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('x'.repeat(1000)));
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  session.configure({ allow: ['127.0.0.1'], maxBytes: 1500 });
  const ask = async (host = '127.0.0.1') => (await socksClient(session, host, port)).closed();
  for (let round = 0; round < 3; round += 1) {
    t.equal((await ask()).length, 1000);
    t.equal(session.bytesReceived, 1000);
    await ask('10.0.0.5');
    t.match(session.failures, [{ kind: 'denied', port }]);
    session.restart();
    t.same(session.failures, []);
    t.equal(session.bytesReceived, 0);
  }
  for (let round = 0; round < 2; round += 1) await ask();
  session.restart();
  t.match(session.failures, [{ kind: 'limit', port }]);
});

t.test('a renewed session has no sites, filter or connections', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = await socksClient(session, '127.0.0.1', port, get());
  await client.until(/reached/);
  session.block(() => true);
  session.serve('page.example', () => ({ status: 200, headers: {}, body: Buffer.from('site') }));
  t.equal((await socksClient(session, '127.0.0.1', port)).reply, notAllowed);
  t.equal(session.renew(), true);
  await client.closed();
  await (await socksClient(session, '127.0.0.1', port, get())).closed();
  session.configure({});
  const other = await socksClient(session, '127.0.0.1', port, get());
  await other.until(/reached/);
  const site = await socksClient(session, 'page.example', 80, get());
  t.notMatch(await site.closed(), /site/);
  session.configure({ maxBytes: 1 });
  await (await socksClient(session, '127.0.0.1', port, get())).closed();
  t.equal(session.renew(), false, 'a limit was exceeded');
});
