import t, { type Test } from 'tap';
import { createEgress, type EgressOptions } from '../egress.ts';
import { listenHttp, listenTcp } from '../fixtures/listen.ts';
import { socksClient } from '../fixtures/raw-client.ts';

// Plain http that goes through a proxy. The servers of these tests play the proxy, which answers
// for all origins.

const options: EgressOptions = {
  allow: ['127.0.0.1'],
  resolve: async () => ['93.184.216.34'],
  proxyNames: true,
};

/** A session whose upstream is the proxy on `port`. */
async function openSession(t: Test, port: number) {
  const egress = createEgress(options);
  t.teardown(() => egress.close());
  const session = await egress.open();
  session.configure({ upstream: `http://127.0.0.1:${port}` });
  return session;
}

type Session = Awaited<ReturnType<typeof openSession>>;

const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const toOrigin = (session: Session, opening = '') => socksClient(session, 'a.example', 80, opening);

/** A raw proxy's response, sent once to each connection that has sent a complete head. */
const answering = (answer: string) => (t: Test) =>
  listenTcp(t, (socket) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (text.includes('\r\n\r\n')) socket.end(answer, 'latin1');
    });
  });

t.test('headers pass in their order and case, and nothing is added', async (t) => {
  let head = '';
  const { port } = await listenTcp(t, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      head += chunk.toString('latin1');
      socket.write(
        'HTTP/1.1 200 Fine\r\nX-B: 1\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nx-B: \xe4\r\n' +
          'Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok',
        'latin1',
      );
    });
  });
  const session = await openSession(t, port);
  const client = await socksClient(
    session,
    'A.example',
    8080,
    `GET /a%20b?c=1 HTTP/1.1\r\nX-One: 1\r\nHost: other.example\r\nX-one: \xe4\r\n` +
      'Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic eA==\r\nTE: trailers\r\nAccept: */*\r\n\r\n',
  );
  const answer = await client.until(/ok$/);
  t.equal(
    answer,
    'HTTP/1.1 200 Fine\r\nX-B: 1\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nx-B: \xe4\r\nContent-Length: 2\r\n\r\nok',
  );
  t.equal(
    head,
    `GET http://A.example:8080/a%20b?c=1 HTTP/1.1\r\nHost: A.example:8080\r\nX-One: 1\r\nX-one: \xe4\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n`,
    'the Host header is that of the target',
  );
});

t.test('connections to the proxy are kept, by origin', async (t) => {
  const seen = new Map<unknown, Set<string>>();
  const { port } = await listenHttp(t, ({ socket, url, headers }, response) => {
    seen.set(socket, (seen.get(socket) ?? new Set()).add(headers.host!));
    response.end(`answer to ${url}`);
  });
  const session = await openSession(t, port);
  const clients = await Promise.all([
    socksClient(session, 'a.example', 80),
    socksClient(session, 'b.example', 80),
    socksClient(session, 'a.example', 8080),
  ]);
  for (const path of ['/1', '/2', '/3'])
    for (const client of clients) {
      client.write(get(path));
      await client.until(new RegExp(`answer to http://[\\w.:]+${path}`));
    }
  t.same(
    [...seen.values()].map((hosts) => [...hosts]),
    [['a.example'], ['b.example'], ['a.example:8080']],
  );
  for (const { socket } of clients) socket.destroy();
});

t.test('two sessions share no connection, and neither do two policies', async (t) => {
  const seen = new Set<unknown>();
  const { port } = await listenHttp(t, ({ socket }, response) => {
    seen.add(socket);
    response.end('ok');
  });
  const egress = createEgress(options);
  t.teardown(() => egress.close());
  const sessions = [await egress.open(), await egress.open()];
  for (const session of [...sessions, ...sessions]) {
    session.configure({ upstream: `http://127.0.0.1:${port}` });
    const client = await toOrigin(session, get());
    await client.until(/ok/);
    client.socket.destroy();
  }
  t.equal(seen.size, 4);
});

t.test('bodies stream up and down', async (t) => {
  const { port } = await listenHttp(t, (incoming, response) => {
    response.writeHead(200, { 'x-length': incoming.headers['content-length'] ?? 'chunked' });
    incoming.pipe(response);
  });
  const session = await openSession(t, port);
  const cases = [
    ['Content-Length: 10', 'first', '-last', '10'],
    ['Transfer-Encoding: chunked', '5\r\nfirst\r\n', '5\r\n-last\r\n0\r\n\r\n', 'chunked'],
  ] as const;
  for (const [header, first, last, length] of cases) {
    const head = `POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`;
    const client = await toOrigin(session, `${head}${first}`);
    // The answer comes while the request is still under way.
    t.match(await client.until(/\r\n5\r\nfirst\r\n$/), new RegExp(`x-length: ${length}\r\n`));
    client.write(last);
    await client.until(/\r\n5\r\n-last\r\n0\r\n\r\n$/);
    client.socket.destroy();
  }
});

t.test('answers without a body: HEAD, 204, 304', async (t) => {
  const { port } = await listenHttp(t, ({ method, url }, response) => {
    response.writeHead(method === 'HEAD' ? 200 : Number(url!.split('/').at(-1)), {
      etag: '"a"',
      'content-length': '7',
    });
    response.end();
  });
  const session = await openSession(t, port);
  const client = await toOrigin(session);
  client.write(`HEAD / HTTP/1.1\r\nHost: x\r\n\r\n`);
  await client.until(/200 OK\r\n(?:.*\r\n)*\r\n$/);
  t.match(client.received, /content-length: 7/);
  client.write(get('/304'));
  await client.until(/304 Not Modified\r\n(?:.*\r\n)*\r\n$/);
  client.write(get('/204'));
  await client.until(/204 No Content\r\n(?:.*\r\n)*\r\n$/);
});

/** A proxy's answer, as the client receives it. */
async function passed(t: Test, answer: string, end = /\r\n0\r\n\r\n$/): Promise<string> {
  const { port } = await answering(answer)(t);
  const client = await toOrigin(await openSession(t, port), get());
  return client.until(end);
}

t.test('an answer that ends with its connection ends', async (t) => {
  t.match(await passed(t, 'HTTP/1.0 200 OK\r\n\r\nall of it'), /all of it/);
});

t.test('interim answers are dropped, trailers too', async (t) => {
  t.equal(
    await passed(
      t,
      'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n',
    ),
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  );
});

/** A proxy that writes `text` for as long as it is read, after `head`. */
const pouring = (t: Test, head: string, piece: string) =>
  listenTcp(t, (socket) => {
    const block = piece.repeat(2_000);
    const more = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.once('data', () => {
      socket.write(head);
      socket.on('drain', more);
      more();
    });
  });

t.test('interim answers have an end', async (t) => {
  const { port } = await pouring(t, '', 'HTTP/1.1 103 Early Hints\r\n\r\n');
  const session = await openSession(t, port);
  const client = await toOrigin(session, get());
  t.equal(await client.closed(), '');
  t.match(session.failures, [{ kind: 'upstream', reason: /sent more than 16 interim answers$/ }]);
  t.ok(session.bytesReceived < 1_000_000, `${session.bytesReceived} bytes were read`);
});

t.test('a body sent in single bytes is forwarded whole, up to a limit', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const few = await answering(`${head}${'1\r\nx\r\n'.repeat(1_000)}0\r\n\r\n`)(t);
  const one = await openSession(t, few.port);
  const reader = await toOrigin(one, get());
  const chunks = (await reader.until(/\r\n0\r\n\r\n$/))
    .split('\r\n')
    .filter((part) => /^x+$/.test(part));
  t.equal(chunks.join('').length, 1_000);
  t.ok(chunks.length < 20, `in ${chunks.length} chunks`);
  reader.socket.destroy();

  const { port } = await pouring(t, head, '1\r\nx\r\n');
  const session = await openSession(t, port);
  const client = await toOrigin(session, get());
  await client.closed();
  t.match(session.failures, [{ kind: 'limit', reason: /more than 50000 pieces of a few bytes$/ }]);
  t.ok(session.bytesReceived < 2_000_000, `${session.bytesReceived} bytes were read`);
});

t.test('a proxy that closes in the middle cuts the page off as well', async (t) => {
  for (const head of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
    const { port } = await answering(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n5\r\nabc`)(t);
    const session = await openSession(t, port);
    const client = await toOrigin(session, get());
    const answer = await client.closed();
    t.match(answer, /abc/);
    t.notMatch(answer, /\r\n0\r\n\r\n$/, 'no end is made up');
    t.match(session.failures, [{ kind: 'upstream', port, reason: /in the middle of its answer/ }]);
  }
});

t.test('a proxy that answers nothing, or nonsense', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /closed the connection without an answer/],
    ['220 smtp.example ESMTP\r\n', /sent an answer that is not HTTP/],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', /not HTTP/],
    ['HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab', /not HTTP/],
    ['HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\nab', /not HTTP/],
    [`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(300_000)}\r\n\r\nab`, /more than 256 KB/],
    [
      'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n',
      /\(407\)/,
    ],
    [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      /was not requested/,
    ],
  ];
  for (const [answer, reason] of cases) {
    const { port } = await answering(answer)(t);
    const session = await openSession(t, port);
    const client = await toOrigin(session, get());
    t.equal(await client.closed(), '', 'nothing of it reaches the page');
    t.match(
      session.failures,
      [{ kind: 'upstream', host: '127.0.0.1', port, reason }],
      String(reason),
    );
  }
});

t.test('what Chromium forgives is forgiven', async (t) => {
  t.equal(
    await passed(t, 'HTTP/1.1 200 OK\nContent-Length: 2\nX: y\n\nok', /ok$/),
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\n\r\nok',
  );
});

t.test('a length beside a transfer encoding: one answer, one length', async (t) => {
  t.equal(
    await passed(
      t,
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ),
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  );
});

t.test('an idle connection that the proxy closed is not the request’s fault', async (t) => {
  let connections = 0;
  const { port } = await listenTcp(t, (socket) => {
    connections += 1;
    let requests = 0;
    socket.on('data', () => {
      requests += 1;
      // Like a server whose idle time is over just when the next request comes.
      if (requests > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  const session = await openSession(t, port);
  const client = await toOrigin(session);
  for (const times of [1, 2, 3]) {
    client.write(get());
    await client.until(new RegExp(`^(?:[^]*?ok){${times}}$`));
  }
  t.equal(connections, 3);
  t.same(session.failures, []);
});

t.test('a page that goes away takes its request with it', async (t) => {
  const gone = Promise.withResolvers<void>();
  const { port } = await listenHttp(t, (_request, response) => {
    response.write('started');
    response.once('close', gone.resolve);
  });
  const session = await openSession(t, port);
  const client = await toOrigin(session, get());
  await client.until(/started/);
  client.socket.destroy();
  await gone.promise;
  t.same(session.failures, []);
});

t.test('requests that no browser makes', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const session = await openSession(t, port);
  const host = 'a.example';
  const cases = [
    `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET https://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET * HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET a.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\nHost: ${host}\n\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: a\rb\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX : a\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\n X: a\r\n\r\n`,
    `GET / HTTP/0.9\r\n\r\n`,
    `GET /a b HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(300_000)}\r\n\r\n`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    '\x05\x01\x00',
  ];
  for (const text of cases) {
    const client = await toOrigin(session, text);
    client.socket.end();
    t.notMatch(await client.closed(), /reached/, JSON.stringify(text.slice(0, 60)));
  }
});

t.test('a large head and many headers pass whole', async (t) => {
  const answer = await passed(
    t,
    `HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(3000)}X-Big: ${'b'.repeat(100_000)}\r\nContent-Length: 0\r\n\r\n`,
    /\r\n\r\n$/,
  );
  t.equal(answer.match(/X-Many: 1\r\n/g)?.length, 3000);
  t.match(answer, /X-Big: b{100000}\r\n/);
});
