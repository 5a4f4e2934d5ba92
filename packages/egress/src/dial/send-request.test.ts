import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import type { RequestListener } from 'node:http';
import t, { type Test } from 'tap';
import { createEgress } from '../egress.ts';
import { makeCertificate } from '../fixtures/certificates.ts';
import { listenHttp, listenTcp } from '../fixtures/listen.ts';

const egress = createEgress({
  allow: ['127.0.0.1', 'hooks.example', 'other.example'],
  resolve: async () => ['127.0.0.1'],
});
const soon = () => AbortSignal.timeout(20_000);

async function listenHttps(
  t: Test,
  options: ServerOptions,
  onRequest: RequestListener,
): Promise<number> {
  const server = createHttpsServer(options, onRequest);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

t.test('a request goes out with its method, headers and body', async (t) => {
  const seen: unknown[] = [];
  const { port } = await listenHttp(t, async (request, response) => {
    const { method, url, headers } = request;
    seen.push({
      method,
      url,
      host: headers.host,
      kind: headers['x-kind'],
      body: await text(request),
    });
    response.writeHead(201, { 'x-answer': 'yes' }).end('thanks');
  });
  const answer = await egress.request(new URL(`http://hooks.example:${port}/a?b=c`), {
    method: 'POST',
    headers: { 'x-kind': 'test' },
    body: 'grüße',
    signal: soon(),
  });
  t.equal(answer.statusCode, 201);
  t.equal(answer.headers['x-answer'], 'yes');
  t.equal(await text(answer), 'thanks');
  const host = `hooks.example:${port}`;
  t.strictSame(seen, [{ method: 'POST', url: '/a?b=c', host, kind: 'test', body: 'grüße' }]);
});

t.test('redirects are given, not followed', async (t) => {
  let asked = 0;
  const { port } = await listenHttp(t, (_request, response) => {
    asked += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const answer = await egress.request(new URL(`http://127.0.0.1:${port}/`), { signal: soon() });
  t.equal(answer.statusCode, 302);
  answer.destroy();
  t.equal(asked, 1);
});

t.test('each request has a connection of its own, which ends with it', async (t) => {
  const { port, server } = await listenHttp(t, (request, response) =>
    response.end(request.headers.connection),
  );
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const url = new URL(`http://127.0.0.1:${port}/`);
  for (let at = 0; at < 2; at += 1) {
    t.equal(await text(await egress.request(url, { signal: soon() })), 'close');
  }
  t.equal(connections, 2);
});

t.test('the egress policy applies', async (t) => {
  let asked = 0;
  const { port } = await listenHttp(t, () => (asked += 1));
  const closed = createEgress({ resolve: async () => ['127.0.0.1'] });
  for (const host of ['127.0.0.1', 'localhost', 'rebound.example', '[::ffff:127.0.0.1]']) {
    const url = new URL(`http://${host}:${port}/`);
    await t.rejects(closed.request(url, { signal: soon() }), { name: 'EgressDenied' });
  }
  t.equal(asked, 0);
  const url = new URL(`http://rebound.example:${port}/`);
  const { port: free } = await listenHttp(t, (_request, response) => response.end('ok'));
  url.port = String(free);
  const answer = await closed.request(url, { signal: soon(), allow: ['rebound.example'] });
  t.equal(await text(answer), 'ok');
});

t.test('certificates', async (t) => {
  const good = await makeCertificate(['hooks.example', '127.0.0.1']);
  const old = await makeCertificate(['hooks.example'], {
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2021-01-01'),
  });
  const servers = {
    good: await listenHttps(t, good, (_request, response) => response.end('safe')),
    old: await listenHttps(t, old, (_request, response) => response.end('late')),
  };
  const ask = (host: string, port: number, ca: string[]) =>
    egress.request(new URL(`https://${host}:${port}/`), { ca, signal: soon() });

  t.equal(await text(await ask('hooks.example', servers.good, [good.cert])), 'safe');
  t.equal(await text(await ask('127.0.0.1', servers.good, [good.cert])), 'safe', 'an address');
  const refused: [string, () => Promise<unknown>, RegExp][] = [
    ['unknown authority', () => ask('hooks.example', servers.good, []), /SELF_SIGNED/],
    ['other name', () => ask('other.example', servers.good, [good.cert]), /ALTNAME_INVALID/],
    ['out of date', () => ask('hooks.example', servers.old, [old.cert]), /EXPIRED/],
  ];
  for (const [title, answer, code] of refused) {
    const message = new RegExp(`^no safe connection to .* could be made.*${code.source}`);
    await t.rejects(answer(), { name: 'EgressFailure', kind: 'connect', message }, title);
  }
});

t.test('sends the server a name, but not an address', async (t) => {
  const certificate = await makeCertificate(['hooks.example', '127.0.0.1']);
  const asked: unknown[] = [];
  const port = await listenHttps(
    t,
    {
      ...certificate,
      SNICallback(name, done) {
        asked.push(name);
        done(null);
      },
    },
    (_request, response) => response.end(),
  );
  for (const host of ['hooks.example', '127.0.0.1']) {
    const url = new URL(`https://${host}:${port}/`);
    (await egress.request(url, { ca: [certificate.cert], signal: soon() })).destroy();
  }
  t.strictSame(asked, ['hooks.example']);
});

t.test('what is no TLS, and what is no HTTP', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('220 mail.example ESMTP\r\n'));
  await t.rejects(egress.request(new URL(`https://127.0.0.1:${port}/`), { signal: soon() }), {
    message: /^no safe connection to 127.0.0.1:\d+ could be made/,
  });
  await t.rejects(egress.request(new URL(`http://127.0.0.1:${port}/`), { signal: soon() }), {
    message: /^127.0.0.1:\d+ does not answer in HTTP$/,
  });
});

t.test('what takes the connection away instead of answering', async (t) => {
  const replies = [
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    '',
  ];
  for (const reply of replies) {
    const { port } = await listenTcp(t, (socket) => socket.once('data', () => socket.end(reply)));
    await t.rejects(
      egress.request(new URL(`http://127.0.0.1:${port}/`), { signal: soon() }),
      { name: 'EgressFailure', kind: 'connect' },
      JSON.stringify(reply.slice(0, 20)),
    );
  }
});

/** Writes text as long as the client reads. Returns a function that returns the bytes sent. */
function pour(socket: Socket, text: string): () => number {
  const block = text.repeat(Math.ceil(20_000 / text.length));
  let sent = 0;
  const more = () => {
    while (!socket.destroyed && socket.write(block)) sent += block.length;
  };
  socket.on('drain', more);
  more();
  return () => sent;
}

t.test('answers before the answer have an end', async (t) => {
  let sent = () => 0;
  const { port } = await listenTcp(t, (socket) => {
    socket.once('data', () => (sent = pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')));
  });
  await t.rejects(egress.request(new URL(`http://127.0.0.1:${port}/`), { signal: soon() }), {
    name: 'EgressFailure',
    kind: 'limit',
    message: /^127.0.0.1:\d+ sent more than 16 interim answers$/,
  });
  t.ok(sent() < 20_000_000, `${sent()} bytes had gone out`);
  const few = await listenTcp(t, (socket) => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(16);
    socket.once('data', () => socket.end(`${hints}HTTP/1.1 200 OK\r\n\r\nfine`));
  });
  const answer = await egress.request(new URL(`http://127.0.0.1:${few.port}/`), { signal: soon() });
  t.equal(await text(answer), 'fine');
});

t.test('every byte that comes in is counted, not those of the body alone', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const bodies = {
    'single bytes': '1\r\nx\r\n',
    extensions: `1;${'x'.repeat(8_000)}\r\nx\r\n`,
    'a body': `10000\r\n${'x'.repeat(65_536)}\r\n`,
  };
  for (const [title, piece] of Object.entries(bodies)) {
    let sent = () => 0;
    const { port } = await listenTcp(t, (socket) => {
      socket.once('data', () => {
        socket.write(head);
        sent = pour(socket, piece);
      });
    });
    const url = new URL(`http://127.0.0.1:${port}/`);
    const answer = await egress.request(url, { maxBytes: 50_000, signal: soon() });
    let bytes = 0;
    await t.rejects(async () => {
      for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.byteLength;
    }, title);
    t.ok(bytes < 200_000, `${title}: ${bytes} bytes were read`);
    t.ok(sent() < 20_000_000, `${title}: ${sent()} bytes had gone out`);
  }
  const small = createEgress({ allow: ['127.0.0.1'], limits: { maxBytes: 50_000 } });
  const { port } = await listenHttp(t, (_request, response) => {
    response.end(Buffer.alloc(1_000_000));
  });
  const answer = await small.request(new URL(`http://127.0.0.1:${port}/`), { signal: soon() });
  await t.rejects(text(answer), 'the limit of the egress proxy, where the request has none');
});

t.test('the signal ends it at every step', async (t) => {
  const silent = await listenTcp(t, () => {});
  const headless = await listenHttp(t, () => {});
  const endless = await listenHttp(t, (_request, response) => response.write('begin'));
  const never = createEgress({ resolve: () => new Promise(() => {}) });
  const why = new Error('enough');
  const steps: [string, (signal: AbortSignal) => Promise<unknown>][] = [
    ['name', (signal) => never.request(new URL('http://slow.example/'), { signal })],
    ['TLS', (signal) => egress.request(new URL(`https://127.0.0.1:${silent.port}/`), { signal })],
    ['head', (signal) => egress.request(new URL(`http://127.0.0.1:${headless.port}/`), { signal })],
  ];
  for (const [step, ask] of steps) {
    const controller = new AbortController();
    const answer = ask(controller.signal);
    setTimeout(() => controller.abort(why), 100);
    await t.rejects(answer, why, step);
    const late = AbortSignal.abort(why);
    await t.rejects(ask(late), why, `${step}, aborted before`);
  }
  const controller = new AbortController();
  const { signal } = controller;
  const answer = await egress.request(new URL(`http://127.0.0.1:${endless.port}/`), { signal });
  setTimeout(() => controller.abort(why), 100);
  await t.rejects(text(answer), 'body');
});

t.test('TLS 1.1 is not spoken', async (t) => {
  const certificate = await makeCertificate(['127.0.0.1']);
  const port = await listenHttps(
    t,
    { ...certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    (_request, response) => response.end('old'),
  );
  await t.rejects(
    egress.request(new URL(`https://127.0.0.1:${port}/`), {
      ca: [certificate.cert],
      signal: soon(),
    }),
    { message: /no safe connection/ },
  );
  const old = connectTls({
    port,
    host: '127.0.0.1',
    ca: certificate.cert,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  await new Promise<void>((resolve, reject) => {
    old.once('secureConnect', resolve).once('error', reject);
  });
  t.equal(old.getProtocol(), 'TLSv1.1', 'the server does speak it');
  old.destroy();
});
