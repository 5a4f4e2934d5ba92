import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { createEgress, type EgressOptions } from './egress.ts';
import { listenHttp, listenTcp } from './fixtures/listen.ts';
import { rawClient } from './fixtures/raw-client.ts';

async function openSession(t: Test, options: EgressOptions = {}) {
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], ...options });
  t.teardown(() => egress.close());
  return egress.open();
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;
const connectTo = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;

t.test('a refused request gets no answer, and the log says why', async (t) => {
  const session = await openSession(t, {
    resolve: async (host) => {
      if (host === 'nowhere.example') throw new Error('ENOTFOUND');
      return ['10.0.0.5'];
    },
  });
  const requests: [string, Record<string, unknown>][] = [
    [get('http://10.0.0.5/'), { kind: 'denied', host: '10.0.0.5', port: 80 }],
    [get('http://rebind.example:8080/'), { kind: 'denied', host: 'rebind.example', port: 8080 }],
    [connectTo('10.0.0.6:443'), { kind: 'denied', host: '10.0.0.6', port: 443 }],
    [connectTo('2130706433:80'), { kind: 'denied', host: '2130706433' }],
    [connectTo('0x7f.1:80'), { kind: 'denied', host: '0x7f.1' }],
    [connectTo('[::ffff:10.0.0.1]:80'), { kind: 'denied', host: '10.0.0.1' }],
    [connectTo('127.0.0.1.:80'), { kind: 'denied' }],
    [connectTo('localhost:443'), { kind: 'denied', host: 'localhost' }],
    [connectTo('nowhere.example:443'), { kind: 'dns', host: 'nowhere.example', port: 443 }],
    [get('http://nowhere.example:81/'), { kind: 'dns', host: 'nowhere.example', port: 81 }],
  ];
  for (const [text, failure] of requests) {
    const client = rawClient(session.proxyServer, text);
    t.equal(await client.closed(), '', JSON.stringify(text));
    t.match(session.failures.at(-1), failure);
  }
  t.equal(session.failures.length, requests.length);
  t.equal(session.bytesReceived, 0);
});

t.test('CONNECT lines that are no targets', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('reached'));
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  for (const target of [
    `http://127.0.0.1:${port}`,
    `127.0.0.1:${port}/`,
    `u@127.0.0.1:${port}`,
    '127.0.0.1',
    `/:${port}`,
  ])
    t.notMatch(
      await rawClient(session.proxyServer, connectTo(target)).closed(),
      /200|reached/,
      target,
    );
  const withBody = `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`;
  t.equal(await rawClient(session.proxyServer, withBody).closed(), '', 'a CONNECT with a body');
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
  for (const text of [
    get(`http://rebind.example:${port}/`),
    `${connectTo(`rebind.example:${port}`)}${get('/')}`,
  ]) {
    const client = rawClient(session.proxyServer, text);
    await client.until(/allowed one/);
    client.socket.destroy();
  }
  t.equal(questions, 1);
});

t.test('a tunnel passes bytes, back-pressure and the end of one direction', async (t) => {
  const size = 8_000_000;
  const { port } = await listenTcp(t, (socket) => {
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    // Answers when the other direction has ended: that only works when ends pass one by one.
    socket.on('end', () => socket.end(`got ${bytes}`));
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = rawClient(session.proxyServer, connectTo(`127.0.0.1:${port}`));
  await client.until(/^HTTP\/1.1 200 [^\r]*\r\n\r\n$/);
  client.socket.end(Buffer.alloc(size));
  t.match(await client.closed(), new RegExp(`got ${size}$`));
});

t.test('bytes sent along with the CONNECT reach the origin', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.pipe(socket));
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = rawClient(session.proxyServer, `${connectTo(`127.0.0.1:${port}`)}early`);
  await client.until(/early$/);
  client.socket.destroy();
});

t.test('a page that goes away closes its tunnel, and the other way round', async (t) => {
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const { port } = await listenTcp(t, (socket) => {
    opened.resolve();
    socket.resume().once('close', closed.resolve);
    socket.on('end', () => socket.end());
  });
  const session = await openSession(t, { allow: ['127.0.0.1'] });
  const client = rawClient(session.proxyServer, connectTo(`127.0.0.1:${port}`));
  await opened.promise;
  client.socket.destroy();
  await closed.promise;
  const resetting = await listenTcp(t, (socket) => socket.resetAndDestroy());
  t.match(
    await rawClient(session.proxyServer, connectTo(`127.0.0.1:${resetting.port}`)).closed(),
    /^HTTP|^$/,
  );
});

t.test("the guard's own ports stay refused, and so do the service's", async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const egress = createEgress({ allow: ['0.0.0.0/0', '::/0', 'localhost'], ownPorts: [port] });
  t.teardown(() => egress.close());
  const [session, other] = [await egress.open(), await egress.open()];
  for (const own of [new URL(session.proxyServer).port, new URL(other.proxyServer).port, port])
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '127.1.1.1', '[::ffff:127.0.0.1]']) {
      t.equal(await rawClient(session.proxyServer, get(`http://${host}:${own}/`)).closed(), '');
      t.match(session.failures.at(-1), { kind: 'denied', port: Number(own) });
    }
  await other.close();
  t.equal(await rawClient(session.proxyServer, get(`http://127.0.0.1:${port}/`)).closed(), '');
});

t.test('configure sets the policy of one session, whole', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const egress = createEgress();
  t.teardown(() => egress.close());
  const [session, other] = [await egress.open(), await egress.open()];
  const text = get(`http://127.0.0.1:${port}/`);
  session.configure({ allow: [`127.0.0.1:${port}`] });
  const client = rawClient(session.proxyServer, text);
  await client.until(/reached/);
  t.equal(await rawClient(other.proxyServer, text).closed(), '', 'not of another');
  t.throws(() => session.configure({ allow: ['http://x'] }), {
    name: 'TypeError',
    message: /is a URL/,
  });
  session.configure({});
  client.write(text);
  t.match(
    await client.closed(),
    /^[^]*reached$/,
    'the old policy is gone, and its idle connection too',
  );
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
  const ask = async (line: string) => {
    const client = rawClient(
      session.proxyServer,
      `${line} HTTP/1.1\r\nHost: x\r\nX-A: 2\r\nConnection: close\r\n\r\n`,
    );
    return client.closed();
  };
  t.match(
    await ask('GET http://page.tintype.localhost/a?b=c'),
    /^HTTP\/1.1 200 OK\r\ncontent-type: text\/plain[^]*bytes/,
  );
  t.match(
    await ask('GET http://PAGE.tintype.localhost.:8080/stream'),
    /^HTTP\/1.1 201 [^]*one [^]*two/,
  );
  const broken = await ask('POST http://page.tintype.localhost/broken');
  t.match(broken, /^HTTP\/1.1 500 /);
  t.notMatch(broken, /secret/);
  t.notMatch(await ask('GET http://page.tintype.localhost/cut'), /\r\n0\r\n\r\n$/);
  t.same(seen.slice(0, 2), [
    'GET http://page.tintype.localhost/a?b=c 2',
    'GET http://page.tintype.localhost.:8080/stream 2',
  ]);
  t.same(session.failures, []);
  t.equal(
    await rawClient(session.proxyServer, connectTo('page.tintype.localhost:80')).closed(),
    '',
  );
  t.match(
    session.failures,
    [{ kind: 'denied', host: 'page.tintype.localhost' }],
    'by plain http only',
  );
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
  t.equal(await rawClient(other.proxyServer, get('http://page.tintype.localhost/')).closed(), '');
  t.match(other.failures, [{ kind: 'denied' }]);
});

t.test('the byte limit ends everything', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => {
    const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
    response.on('drain', more);
    more();
  });
  for (const way of ['http', 'tunnel']) {
    const session = await openSession(t, { allow: ['127.0.0.1'], limits: { maxBytes: 1_000_000 } });
    const url = `http://127.0.0.1:${port}/`;
    const text = way === 'http' ? get(url) : `${connectTo(`127.0.0.1:${port}`)}${get('/')}`;
    const received = await rawClient(session.proxyServer, text).closed();
    t.ok(received.length < 2_000_000, `${way}: cut after ${received.length}`);
    t.ok(session.bytesReceived > 1_000_000);
    t.match(session.failures, [
      { kind: 'limit', host: '127.0.0.1', port, reason: 'the page loaded more than 1.0 MB' },
    ]);
    t.equal(session.failures.length, 1);
    t.equal(
      await rawClient(session.proxyServer, get(`${url}again`)).closed(),
      '',
      'and nothing comes after',
    );
  }
});

t.test('the limit on connections', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.pipe(socket));
  const session = await openSession(t, { allow: ['127.0.0.1'], limits: { maxSockets: 2 } });
  const text = `${connectTo(`127.0.0.1:${port}`)}hi`;
  const clients = [rawClient(session.proxyServer, text), rawClient(session.proxyServer, text)];
  for (const client of clients) await client.until(/hi$/);
  t.equal(await rawClient(session.proxyServer, text).closed(), '');
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
  const busy = rawClient(session.proxyServer, get(`http://127.0.0.1:${port}/`));
  const tunnelled = rawClient(session.proxyServer, `${connectTo(`127.0.0.1:${port}`)}x`);
  const idle = rawClient(session.proxyServer);
  await Promise.all([busy.until(/part/), tunnelled.until(/part/)]);
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  t.equal(await connections(), 2);
  await session.close();
  await Promise.all([busy.closed(), tunnelled.closed(), idle.closed()]);
  while ((await connections()) > 0) await new Promise((resolve) => setImmediate(resolve));
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
  const client = rawClient(session.proxyServer, connectTo(`slow.example:${port}`));
  await asked.promise;
  await session.close();
  answer.resolve(['127.0.0.1']);
  t.equal(await client.closed(), '');
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(connections, 0);
});
