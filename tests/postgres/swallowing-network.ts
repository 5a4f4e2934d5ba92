import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can stop to carry anything, without an end that anyone would see. */
export interface SwallowingNetwork {
  port: number;
  /** Connections that are open or opened later carry nothing any more. */
  swallow(): void;
  /** Connections that are opened later work. */
  heal(): void;
  close(): void;
}

export async function createSwallowingNetwork(target: {
  host: string;
  port: number;
}): Promise<SwallowingNetwork> {
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  const server = createServer((near) => {
    const far = connect(target);
    const pair = [near, far] as const;
    let isLost = isSwallowing;
    lose.add(() => (isLost = true));
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      sockets.add(from);
      from.on('data', (data) => {
        if (!isLost) to.write(data);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isLost) to.destroy();
      });
    }
  });
  const lose = new Set<() => void>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    swallow() {
      isSwallowing = true;
      for (const one of lose) one();
      lose.clear();
    },
    heal: () => void (isSwallowing = false),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
