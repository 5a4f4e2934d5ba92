import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createEgress } from '@tintype/egress';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { WebSocketServer, type WebSocket } from 'ws';
import type { RemoteFailure } from './remote-endpoint.ts';
import { createRemoteSource, type RemoteSourceOptions } from './remote-source.ts';

/** A server that takes WebSockets and leaves what they say to the test. */
async function listen(t: Test, onSocket: (socket: WebSocket) => void, tell?: () => string) {
  const server = createServer((_request, response) => response.end(tell?.() ?? 'nothing'));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  t.teardown(() => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.close();
  });
  return { ...(await portOf(server)), sockets };
}

async function portOf(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { ws: `ws://127.0.0.1:${port}/`, http: `http://127.0.0.1:${port}` };
}

function open(t: Test, browsers: string[], more: Partial<RemoteSourceOptions> = {}) {
  const egress = createEgress();
  const source = createRemoteSource({
    egress,
    browsers,
    connectTimeoutMs: 5000,
    backOffMs: 60_000,
    ...more,
  });
  const alive = setInterval(() => {}, 1000);
  t.teardown(async () => {
    clearInterval(alive);
    await source.stop();
    await egress.close();
  });
  const { signal } = new AbortController();
  return () => source.acquire({ gpu: false, signal });
}

const unavailable = (message: RegExp) => ({ code: 'browser_unavailable', message });

t.test('reports an invalid browser address by its position, without its content', async (t) => {
  const egress = createEgress();
  t.teardown(() => egress.close());
  const made = (browsers: string[]) => () => createRemoteSource({ egress, browsers });
  t.throws(made([]), /1 to 100 addresses; got 0/);
  t.throws(made(Array.from({ length: 101 }, () => 'ws://a')), /got 101/);
  for (const wrong of ['secret', 'ftp://secret@host', 'javascript:secret']) {
    try {
      made(['ws://fine', wrong])();
      t.fail(wrong);
    } catch (error) {
      t.match((error as Error).message, /^browsers\[1\] must be a WebSocket address/);
      t.notMatch((error as Error).message, /secret/);
    }
  }
});

t.test('suspends an address that does not speak CDP', async (t) => {
  for (const said of ['hello', '[]', '{"id":1', Buffer.from('{"id":1,"result":{}}'), '']) {
    const { ws } = await listen(t, (socket) => socket.send(said));
    await t.rejects(open(t, [ws])(), unavailable(/127\.0\.0\.1:\d+: the connection was closed/));
  }
});

t.test('suspends an address that is no browser', async (t) => {
  const { ws } = await listen(t, (socket) =>
    socket.on('message', () => socket.send('{"id":1,"result":{"product":7}}')),
  );
  await t.rejects(open(t, [ws])(), unavailable(/what answers there is no browser/));
});

t.test('a silent server costs the time to connect, and is not asked again', async (t) => {
  let connections = 0;
  const { ws } = await listen(t, () => {
    connections += 1;
  });
  const take = open(t, [`${ws}?token=secret`], { connectTimeoutMs: 500 });
  const failure = await take().catch((error: Error) => error);
  t.match(failure, unavailable(/did not answer within 0\.5 s/));
  t.notMatch((failure as Error).message, /secret/);
  await t.rejects(take(), unavailable(/did not answer within 0\.5 s/));
  t.equal(connections, 1);
});

t.test('retries a suspended browser after a while', async (t) => {
  let connections = 0;
  const { ws } = await listen(t, (socket) => {
    connections += 1;
    socket.close();
  });
  const take = open(t, [ws], { backOffMs: 1 });
  await until(async () => {
    await take().catch(() => {});
    return connections >= 3;
  });
});

t.test('retries a browser in back-off without a request', async (t) => {
  let connections = 0;
  const again = Promise.withResolvers<void>();
  const { ws } = await listen(t, (socket) => {
    connections += 1;
    if (connections === 3) again.resolve();
    socket.close();
  });
  await t.rejects(open(t, [ws], { backOffMs: 1 })(), unavailable(/was closed/));
  await again.promise;
});

t.test('only the operator of a service learns where browsers are', async (t) => {
  const { ws } = await listen(t, (socket) => socket.close());
  const failures: RemoteFailure[] = [];
  const onFailure = (failure: RemoteFailure) => void failures.push(failure);
  const take = open(t, [`${ws}?token=secret`], { hideReasons: true, onFailure });
  await t.rejects(take(), unavailable(/^No remote browser provides a page\.$/));
  const name = ws.slice(0, -1);
  t.same(failures, [{ name, reason: 'the connection was closed', forMs: 60_000 }]);
});

t.test('how an address is doing', async (t) => {
  const { ws } = await listen(t, (socket) => socket.close());
  const egress = createEgress();
  t.teardown(() => egress.close());
  const source = createRemoteSource({ egress, browsers: [ws], backOffMs: 60_000 });
  t.teardown(() => source.stop());
  const name = ws.slice(0, -1);
  t.same(source.remotes, [{ name, state: 'idle', pages: 0, failures: 0 }]);
  await source.start?.();
  const failure = 'the connection was closed';
  t.same(source.remotes, [{ name, state: 'failing', pages: 0, failures: 1, failure }]);
  t.equal(source.browsers, 0);
  t.same(source.states, []);
});

t.test('an end does not wait for a server that never answers', async (t) => {
  const connected = Promise.withResolvers<void>();
  const { ws } = await listen(t, () => connected.resolve());
  const egress = createEgress();
  t.teardown(() => egress.close());
  // The time to connect is longer than the test may take.
  const source = createRemoteSource({ egress, browsers: [ws], connectTimeoutMs: 2 ** 31 - 1 });
  const starting = source.start?.();
  await connected.promise;
  await source.stop();
  await starting;
  t.match(source.remotes, [{ state: 'idle', failures: 0 }], 'nor is it a failure of the server');
});

t.test('how many pages a browser has is a number within bounds', async (t) => {
  const egress = createEgress();
  t.teardown(() => egress.close());
  const made = (pagesPerBrowser: number) => () =>
    createRemoteSource({ egress, browsers: ['ws://a', 'ws://b'], pagesPerBrowser });
  for (const wrong of [0, 101, 1.5, Number.NaN]) {
    t.throws(made(wrong), /pagesPerBrowser must be an integer from 1 to 100; got /);
  }
  t.equal(made(100)().concurrency, 200);
});

t.test('a message that is longer than any browser sends costs the connection', async (t) => {
  const saying = async (bytes: number) => {
    const { ws } = await listen(t, (socket) => {
      // The head of a frame whose content never comes.
      const head = Buffer.alloc(10);
      head.writeUInt8(0x81);
      head.writeUInt8(127, 1);
      head.writeBigUInt64BE(BigInt(bytes), 2);
      const { _socket: wire } = socket as unknown as { _socket: Socket };
      wire.end(head);
    });
    return open(t, [ws])();
  };
  await t.rejects(saying(2 ** 28 + 1), unavailable(/Max payload size exceeded/));
  await t.rejects(saying(2 ** 28), unavailable(/the connection was closed/));
});

t.test('a debugging port leads to its own host alone, and says little', async (t) => {
  let asked: string | undefined;
  const { http } = await listen(
    t,
    (socket) => socket.close(),
    () => JSON.stringify({ webSocketDebuggerUrl: 'ws://10.0.0.1:1/devtools/browser/x' }),
  );
  const server = createServer((_request, response) => response.end('x'.repeat(70_000)));
  t.teardown(() => server.close());
  const long = await portOf(server);
  await t.rejects(open(t, [http])(), unavailable(/the connection was closed/));
  await t.rejects(open(t, [long.http])(), unavailable(/more than 65536 bytes/));
  const refused = createServer((request, response) => {
    asked = request.headers.authorization;
    response.writeHead(401).end();
  });
  t.teardown(() => refused.close());
  const { http: guarded } = await portOf(refused);
  const failure = await open(t, [guarded.replace('//', '//user:secret@')])().catch(
    (error: Error) => error,
  );
  t.match(failure, unavailable(/answered 401/));
  t.notMatch((failure as Error).message, /secret/);
  t.equal(asked, `Basic ${Buffer.from('user:secret').toString('base64')}`);
});

t.test('a search ends although no address answers, however many there are', async (t) => {
  let connections = 0;
  const servers = Array.from({ length: 40 }, () => listen(t, () => void (connections += 1)));
  const silent = (await Promise.all(servers)).map(({ ws }) => ws);
  const take = open(t, silent, { connectTimeoutMs: 300 });
  await t.rejects(take(), unavailable(/no answer.*: not asked/));
  t.ok(connections <= 16, `${connections} were asked`);
  t.ok(connections >= 2, 'one that is silent does not take the time of the others');
});

t.test('a debugging port that takes no host name is asked by its address', async (t) => {
  const hosts: string[] = [];
  const server = createServer(({ headers: { host = '' } }, response) => {
    hosts.push(host);
    const isName = /^[a-z]/.test(host);
    response.statusCode = isName ? 500 : 200;
    response.end(isName ? 'Host' : '{"webSocketDebuggerUrl":"ws://a/devtools/browser/x"}');
  });
  const upgraded: string[] = [];
  server.on('upgrade', ({ headers, url }, socket) => {
    upgraded.push(`${headers.host?.replace(/:\d+$/, '')}${url}`);
    socket.destroy();
  });
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await t.rejects(
    open(t, [`http://localhost:${port}/below/?token=1`])(),
    unavailable(/http:\/\/localhost:\d+: /),
  );
  t.match(hosts, [/^localhost:/, /^(?:127\.|\[::1\])/]);
  t.match(upgraded, [/^(?:127\.0\.0\.1|\[::1\])\/below\/devtools\/browser\/x\?token=1$/]);
});

t.test('a name with several addresses says why none of them takes a connection', async (t) => {
  const dead = createServer();
  const { ws } = await portOf(dead);
  await new Promise((resolve) => dead.close(resolve));
  const { port } = new URL(ws);
  for (const protocol of ['ws', 'http']) {
    const take = open(t, [`${protocol}://localhost:${port}`]);
    await t.rejects(take(), unavailable(/localhost:\d+: .*ECONNREFUSED/));
  }
});

t.test('what this machine lacks is not held against a browser', async (t) => {
  const { ws } = await listen(t, (socket) =>
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id: number };
      const result = { product: 'HeadlessChrome/1', userAgent: 'a', browserContextId: 'b' };
      socket.send(JSON.stringify({ id, result }));
    }),
  );
  const full = Object.assign(new Error('too many'), { code: 'EMFILE' });
  const egress = { open: () => Promise.reject(full) };
  const source = createRemoteSource({ egress, browsers: [ws], backOffMs: 60_000 });
  t.teardown(() => source.stop());
  const { signal } = new AbortController();
  await t.rejects(
    source.acquire({ gpu: false, signal }),
    unavailable(/could not listen on a port of this machine \(EMFILE\)/),
  );
  t.match(source.remotes, [{ failures: 0 }]);
});

t.test('a render that finds one address dead goes to the next', async (t) => {
  const dead = createServer();
  const { ws: gone } = await portOf(dead);
  await new Promise((resolve) => dead.close(resolve));
  let connections = 0;
  const { ws } = await listen(t, (socket) => {
    connections += 1;
    socket.close();
  });
  await t.rejects(
    open(t, [gone, ws])(),
    unavailable(/ECONNREFUSED.*; .*the connection was closed/),
  );
  t.equal(connections, 1);
});
