import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import { createServer as createSecureServer, request as secureRequest } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '@tintype/testkit/until';
import selfsigned from 'selfsigned';
import t, { type Test } from 'tap';
import { paceConnections } from './pace-connections.ts';

async function serve(t: Test, answer: RequestListener, server = createServer()): Promise<number> {
  server.on('request', answer);
  paceConnections(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function open(t: Test, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Counts something, and knows the most of it in one turn of the event loop. */
function perTurn(t: Test) {
  let current = 0;
  let timer = setImmediate(function next() {
    current = 0;
    timer = setImmediate(next);
  });
  t.teardown(() => clearImmediate(timer));
  const counter = { total: 0, max: 0 };
  return {
    counter,
    count() {
      current += 1;
      counter.total += 1;
      counter.max = Math.max(counter.max, current);
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

t.test('handles a pipeline of thousands in order, some at a time', async (t) => {
  const { counter, count } = perTurn(t);
  const port = await serve(t, async ({ url }, response) => {
    count();
    await turn();
    response.end(`<${url}>`);
  });
  const socket = await open(t, port);
  let got = '';
  socket.on('data', (piece) => (got += String(piece)));
  const paths = Array.from({ length: 3_000 }, (_, place) => `/${place}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  await until(() => got.includes('</2999>'));
  t.same(
    [...got.matchAll(/<(.*?)>/g)].map(([, path]) => path),
    paths,
  );
  t.equal(counter.total, 3_000);
  t.ok(counter.max <= 100, `${counter.max} at once`);
});

t.test('does not read a connection with many pending responses', async (t) => {
  const { counter, count } = perTurn(t);
  const port = await serve(t, count);
  const socket = await open(t, port);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000));
  await until(() => counter.total >= 16);
  for (let n = 0; n < 100; n += 1) await turn();
  t.ok(counter.total <= 64, `${counter.total} of 5000 began`);
});

t.test(
  'a body in chunks of one byte: some at a time, and others are answered meanwhile',
  async (t) => {
    const { counter, count } = perTurn(t);
    let read = 0;
    const port = await serve(t, (incoming, response) => {
      if (incoming.method === 'GET') return void response.end('health');
      incoming.on('data', (piece: Buffer) => {
        count();
        read += piece.byteLength;
      });
      incoming.on('end', () => response.end('read'));
    });
    const socket = await open(t, port);
    const length = 200_000;
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${'1\r\nx\r\n'.repeat(length)}0\r\n\r\n`);
    await until(() => read > 1_000);
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    t.equal(await answer.text(), 'health');
    t.ok(read < length, 'it did not have to wait for the end');
    await once(socket, 'data');
    t.equal(read, length);
    t.ok(counter.max < 8_000, `${counter.max} at once, where 64 KiB have 10,922`);
  },
);

t.test('large bodies arrive unchanged, also over TLS', async (t) => {
  const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'a' }]);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const answer: RequestListener = async (incoming, response) => {
    // Handlers that check a key first read later.
    await turn();
    response.end(digest(await buffer(incoming)));
  };
  const plain = await serve(t, answer);
  const secure = await serve(t, answer, createSecureServer({ key, cert }));
  const body = randomBytes(5_000_000);
  for (const send of [
    () => request({ port: plain, host: '127.0.0.1', method: 'POST' }),
    () =>
      secureRequest({ port: secure, host: '127.0.0.1', method: 'POST', rejectUnauthorized: false }),
  ]) {
    for (let n = 0; n < 3; n += 1) {
      const sent = send().end(body);
      const [response] = await once(sent, 'response');
      t.equal(String(await buffer(response)), digest(body));
    }
  }
});

t.test('does not read an unused body', async (t) => {
  let incoming: Socket | undefined;
  const port = await serve(t, ({ socket }) => void (incoming = socket));
  const socket = await open(t, port);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000000\r\n\r\n');
  socket.write(Buffer.alloc(50_000_000));
  await until(() => incoming !== undefined);
  for (let n = 0; n < 500; n += 1) await turn();
  t.ok((incoming?.bytesRead ?? 0) < 1_000_000, `${incoming?.bytesRead} bytes were taken`);
});

t.test('closes a connection that ends in a request', async (t) => {
  const port = await serve(t, (incoming, response) => {
    incoming.resume();
    incoming.on('end', () => response.end());
  });
  for (let n = 0; n < 5; n += 1) {
    const socket = await open(t, port);
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write('1\r\nx\r\n'.repeat(50_000));
    await turn();
    socket.destroy();
  }
  const half = await open(t, port);
  half.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000\r\n\r\n'.concat('x'.repeat(3_000)));
  t.match(String(await buffer(half)), /^HTTP\/1\.1 200 /, 'what had come before the end is read');
});

t.test('pending responses end with their connection', async (t) => {
  let closed = 0;
  const port = await serve(t, (_request, response) => {
    response.once('close', () => (closed += 1));
  });
  const socket = await open(t, port);
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5));
  let begun = 0;
  const counted = await serve(t, (_request, response) => {
    begun += 1;
    response.once('close', () => (closed += 1));
  });
  const other = await open(t, counted);
  other.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5));
  await until(() => begun === 5);
  socket.resetAndDestroy();
  other.resetAndDestroy();
  await until(() => closed === 10);
  t.equal(closed, 10);
});

t.test('answers CONNECT and continues or closes', async (t) => {
  const server = createServer();
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    setImmediate(() => setImmediate(() => socket.end('no proxy')));
  });
  const asked: unknown[] = [];
  const port = await serve(
    t,
    ({ url }, response) => {
      asked.push(url);
      response.end('here');
    },
    server,
  );
  const head = 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\nX: ';
  const whole = `${head}${'x'.repeat(1024 - head.length - 4)}\r\n\r\n`;
  for (let at = 0; at < 20; at += 1) {
    const socket = await open(t, port);
    socket.write(`${whole}GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3));
    const other = await open(t, port);
    other.write('GET /own HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    t.match(String(await buffer(other)), /here$/);
    socket.resetAndDestroy();
  }
  t.same(new Set(asked), new Set(['/own']));
});
