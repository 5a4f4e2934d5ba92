import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { maxHeaderBytes } from './forward.ts';

// Not imported, for the reason that forward.ts gives.
const { createServer } = process.getBuiltinModule('node:http');

/** An HTTP server on a loopback port that the system picks. */
export interface LoopbackServer {
  readonly server: Server;
  readonly port: number;
  /** Ends every connection at once; resolves when the port is free. */
  close(): Promise<void>;
}

function createBareServer(): Server {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    // The browser decides how long a connection lives, and the session ends them all.
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
    // Longer than any session, and the longest that a timer takes.
    connectionsCheckingInterval: 2 ** 31 - 1,
  });
  // The bound is in bytes; past a count, Node would drop headers without a word.
  server.maxHeadersCount = 0;
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

/** Starts to listen on 127.0.0.1. */
export async function openLoopbackServer(): Promise<LoopbackServer> {
  const server = createBareServer();
  const clients = new Set<Socket>();
  server.on('connection', (socket) => {
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A page that waits for work must not keep a program from ending.
  server.unref();
  // An idle way out is no reason for a program to go on; a render has its own timer that is.
  server.unref();
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of clients) socket.destroy();
      return closed;
    },
  };
}
