import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { connectRequest } from '../fixtures/raw-client.ts';
import { readSocksTarget, type SocksTarget } from './socks-handshake.ts';

const greeting = '\x05\x01\x00';
const chosen = '\x05\x00';

interface Meeting {
  client: Socket;
  /** Bytes that the client receives until its connection ends. */
  answered: Promise<string>;
  target: Promise<SocksTarget | undefined>;
  accepted: Promise<Socket>;
}

/** A client, and the handshake with it. */
async function meet(t: Test, timeoutMs = 60_000): Promise<Meeting> {
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    noDelay: true,
  });
  const accepted = once(server, 'connection').then(([socket]) => socket as Socket);
  let text = '';
  client.setEncoding('latin1').on('error', () => {});
  client.on('data', (chunk: string) => (text += chunk));
  t.teardown(async () => {
    client.destroy();
    (await accepted).destroy();
    server.close();
  });
  return {
    client,
    answered: once(client, 'close').then(() => text),
    target: accepted.then((socket) => {
      socket.on('error', () => socket.destroy());
      return readSocksTarget(socket, timeoutMs);
    }),
    accepted,
  };
}

const four = '\x05\x01\x00\x01\x0a\x00\x00\x01\x01\xbb';
const six = `\x05\x01\x00\x04\xfd${'\0'.repeat(14)}\x07\x00\x50`;

t.test('names and addresses', async (t) => {
  const cases: [string, SocksTarget][] = [
    [connectRequest('a.example', 443), { host: 'a.example', port: 443 }],
    [connectRequest('10.0.0.1', 80), { host: '10.0.0.1', port: 80 }],
    [connectRequest('::1', 8080), { host: '::1', port: 8080 }],
    [connectRequest('x'.repeat(255), 65535), { host: 'x'.repeat(255), port: 65535 }],
    [four, { host: '10.0.0.1', port: 443 }],
    [six, { host: 'fd00:0:0:0:0:0:0:7', port: 80 }],
  ];
  for (const [request, expected] of cases) {
    const { client, target } = await meet(t);
    client.write(greeting + request, 'latin1');
    t.same(await target, expected);
    client.destroy();
  }
});

t.test('a handshake in single bytes, with other ways to authenticate on offer', async (t) => {
  const { client, target } = await meet(t);
  for (const byte of `\x05\x03\x02\x01\x00${connectRequest('a.example', 1)}`) {
    client.write(byte, 'latin1');
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.same(await target, { host: 'a.example', port: 1 });
});

t.test('bytes after the request stay readable', async (t) => {
  const { client, target, accepted } = await meet(t);
  client.write(`${greeting}${four}early`, 'latin1');
  t.ok(await target);
  const socket = await accepted;
  const [chunk] = await once(socket.resume(), 'data');
  t.equal(String(chunk), 'early');
});

t.test('everything else is closed, at once', async (t) => {
  const reply = (code: number) =>
    `${chosen}\x05${String.fromCharCode(code)}\x00\x01${'\0'.repeat(6)}`;
  const cases: [string, string, string][] = [
    ['GET / HTTP/1.1\r\n', '', 'HTTP'],
    ['\x16\x03\x01\x02\x00', '', 'TLS'],
    ['\x04\x01\x00\x50\x0a\x00\x00\x01\x00', '', 'SOCKS4'],
    ['\x00', '', 'a zero'],
    ['\x05\x00', '', 'no way to authenticate'],
    ['\x05\x01\x02', '\x05\xff', 'a password only'],
    [`${greeting}GET`, chosen, 'HTTP after the greeting'],
    [`${greeting}\x05\x02\x00\x01`, reply(7), 'BIND'],
    [`${greeting}\x05\x03\x00\x01`, reply(7), 'UDP ASSOCIATE'],
    [`${greeting}\x05\x00\x00\x01`, reply(7), 'command 0'],
    [`${greeting}\x05\x01\x01\x01`, chosen, 'a reserved byte that is set'],
    [`${greeting}\x05\x01\x00\x02`, reply(8), 'an unknown type of address'],
    [`${greeting}${connectRequest('', 80)}`, chosen, 'no name'],
    [`${greeting}${connectRequest('b\xfccher.example', 80)}`, chosen, 'a name not in ASCII'],
  ];
  for (const [text, expected, name] of cases) {
    const { client, target, answered } = await meet(t);
    client.write(text, 'latin1');
    t.equal(await target, undefined, name);
    t.equal(await answered, expected, name);
  }
});

t.test('a client that goes away in the middle', async (t) => {
  for (const text of ['', '\x05', greeting, `${greeting}\x05\x01\x00\x03`]) {
    const ended = await meet(t);
    ended.client.end(text, 'latin1');
    t.equal(await ended.target, undefined);
    await ended.answered;
    const reset = await meet(t);
    const accepted = await reset.accepted;
    reset.client.write(text, 'latin1');
    reset.client.resetAndDestroy();
    t.equal(await reset.target, undefined);
    t.ok(accepted.destroyed);
  }
});

t.test('half a handshake is not waited for', async (t) => {
  for (const text of ['', '\x05', greeting, `${greeting}\x05\x01\x00\x03`]) {
    const { client, target, answered } = await meet(t, 30);
    client.write(text, 'latin1');
    t.equal(await target, undefined);
    await answered;
  }
});
