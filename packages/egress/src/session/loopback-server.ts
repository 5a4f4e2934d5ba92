import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server on a loopback port that the system picks. */
export interface LoopbackServer {
  readonly port: number;
  /** Ends every connection at once. */
  dropClients(): void;
  /** Ends every connection at once, and all new ones; resolves when the port is free. */
  close(): Promise<void>;
}

/** What a {@link LoopbackServer} is made with. */
export interface LoopbackOptions {
  /** Clients past this many are dropped at once. */
  maxClients: number;
  onClient(client: Socket): void;
}

/** Starts to listen on 127.0.0.1. */
export async function openLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // The user of the client adds a listener of its own; this one covers the time without one.
    client.on('error', () => client.destroy());
    options.onClient(client);
  });
  server.maxConnections = options.maxClients;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  // An idle egress proxy must not keep the process alive; a render has a timer that does.
  server.unref();
  const dropClients = () => {
    for (const client of clients) client.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    dropClients,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      dropClients();
      return closed;
    },
  };
}
