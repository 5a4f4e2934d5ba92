import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { dial } from '../dial/dial.ts';
import { listenTcp } from '../fixtures/listen.ts';
import { createMeter } from '../session/meter.ts';
import { tunnel } from './tunnel.ts';

const block = randomBytes(1_048_576);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A relay to an origin; its tunnels start after `waitMs`. */
async function relayTo(t: Test, port: number, asInlet: boolean, waitMs = 0) {
  const meter = createMeter(() => {});
  const server = createServer({ allowHalfOpen: true }, async (client) => {
    client.on('error', () => {});
    const target = { host: 'a.example', port, addresses: ['127.0.0.1'] };
    const origin = await dial(target, { timeoutMs: 5000, asInlet });
    origin.on('error', () => {});
    meter.track(origin, target);
    await delay(waitMs);
    tunnel(client, origin, meter);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { port: (server.address() as AddressInfo).port, meter };
}

/** Reads to the end, with pauses where `slow`. */
async function readAll(socket: Socket, slow = false): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    if (slow && chunks.length % 20 === 0) await delay(1);
  }
  return Buffer.concat(chunks);
}

for (const asInlet of [true, false]) {
  const how = asInlet ? 'read by an inlet' : 'read as a stream';
  t.test(`every byte arrives, at any pace, ${how}`, async (t) => {
    const { port } = await listenTcp(t, (socket) => {
      socket.on('error', () => {});
      for (let count = 0; count < 8; count += 1) socket.write(block);
      socket.end();
    });
    const relay = await relayTo(t, port, asInlet);
    const expected = hashOf(Buffer.concat(Array.from({ length: 8 }, () => block)));
    // More than once: buffers are used again.
    for (let round = 0; round < 2; round += 1) {
      const got = await Promise.all(
        [false, true, false, true, true, false].map((slow) =>
          readAll(connect(relay.port, '127.0.0.1'), slow),
        ),
      );
      for (const bytes of got) t.equal(hashOf(bytes), expected);
    }
    t.equal(relay.meter.bytes, 2 * 6 * 8 * block.length, 'all are counted');
  });

  t.test(`an origin that speaks first, or says nothing, ${how}`, async (t) => {
    for (const words of ['220 ready', '']) {
      const { port } = await listenTcp(t, (socket) => void socket.end(words));
      const relay = await relayTo(t, port, asInlet, 50);
      const socket = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
      t.equal(String(await readAll(socket)), words);
      socket.end();
    }
  });

  t.test(`half-closing in both directions, ${how}`, async (t) => {
    const { port } = await listenTcp(t, (socket) => {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('end', () => socket.end(hashOf(Buffer.concat(chunks))));
    });
    const relay = await relayTo(t, port, asInlet);
    const socket = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(block);
    t.equal(String(await readAll(socket)), hashOf(block));
  });

  t.test(`a client that goes away ends the connection to the origin, ${how}`, async (t) => {
    const closed = Promise.withResolvers<void>();
    const { port } = await listenTcp(t, (socket) => {
      socket.on('error', () => {});
      socket.on('close', () => closed.resolve());
      const more = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', more);
      more();
    });
    const relay = await relayTo(t, port, asInlet);
    const socket = connect(relay.port, '127.0.0.1');
    await once(socket, 'data');
    socket.destroy();
    await closed.promise;
    t.pass('it is closed');
  });
}
