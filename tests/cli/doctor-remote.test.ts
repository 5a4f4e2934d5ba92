import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { WebSocketServer } from 'ws';
import { runCli } from './run-cli.ts';

t.test('waits for a remote browser that takes its time, and tells of it', async (t) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  t.teardown(() => server.close());
  server.on('connection', (socket) => {
    socket.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: number; method: string };
      const result = { product: 'HeadlessChrome/1.0', userAgent: 'a' };
      const answer =
        method === 'Browser.getVersion' ? { id, result } : { id, error: { message: 'not here' } };
      if (id > 1) await delay(300);
      socket.send(JSON.stringify(answer));
    });
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = `ws://127.0.0.1:${port}`;
  const { code, stdout } = await runCli(['doctor', '--browsers', browser]);
  t.match(stdout.toString(), new RegExp(`^Browser +missing +${browser}: `, 'm'));
  t.equal(code, 1);
});
