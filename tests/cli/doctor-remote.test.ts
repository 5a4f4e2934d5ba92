import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { runCli } from './run-cli.ts';

/** Ends the key of a handshake (RFC 6455, 1.3). */
const handshake = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const version = '{"id":1,"result":{"product":"HeadlessChrome/1.0","userAgent":"a"}}';

t.test('waits for a remote browser that takes its time, and tells of it', async (t) => {
  const server = closeWith(t, createServer());
  server.on('upgrade', ({ headers }, socket) => {
    const key = headers['sec-websocket-key'] ?? '';
    const accept = createHash('sha1').update(`${key}${handshake}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('error', () => {});
    // The first message asks what it is. Later ones take longer than Node stays without a reason.
    socket.once('data', async () => {
      socket.write(Buffer.concat([Buffer.from([0x81, version.length]), Buffer.from(version)]));
      await once(socket, 'data');
      await delay(300);
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = `ws://127.0.0.1:${port}`;
  const { code, stdout } = await runCli(['doctor', '--browsers', browser]);
  t.match(stdout.toString(), new RegExp(`^Browser +missing +${browser}: `, 'm'));
  t.equal(code, 1);
});
