import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server on a port that the system picks. */
export interface ProxyServer {
  readonly port: number;
  /** Ends every connection at once. */
  dropClients(): void;
  /** Ends every connection at once, and all new ones; resolves when the port is free. */
  close(): Promise<void>;
}

export interface ProxyServerOptions {
  host: string;
  /** The only address that clients may have. Absent: any. */
  from: string | undefined;
  /** Clients past this many are dropped at once. */
  maxClients: number;
  onClient(client: Socket): void;
}

export async function openProxyServer(options: ProxyServerOptions): Promise<ProxyServer> {
  const { host, from } = options;
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // The user of the client adds a listener of its own; this one covers the time without one.
    client.on('error', () => client.destroy());
    if (from === undefined || client.remoteAddress === from) options.onClient(client);
    else client.destroy();
  });
  server.maxConnections = options.maxClients;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
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
