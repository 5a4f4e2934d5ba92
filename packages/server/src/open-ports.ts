import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** RFC 6761, 6.3: `localhost` is these, whatever a resolver returns. */
const loopback = { v4: '127.0.0.1', v6: '::1' };

/** Error codes of an address that the machine does not have. */
const noSuchAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Opens the port, for `localhost` at both addresses, and returns its URL. */
export type OpenPorts = (place: { host: string; port: number }) => Promise<string>;

/**
 * Serves the second address of `localhost` with the same server: Fastify would create another one,
 * without the listeners of `app.server`.
 */
export function createOpenPorts(app: FastifyInstance, isSecure: boolean): OpenPorts {
  const second = createServer({ allowHalfOpen: !isSecure, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  second.on('drop', (dropped) => app.server.emit('drop', dropped));
  app.addHook('preClose', (done) => {
    second.close();
    done();
  });

  return async ({ host, port }) => {
    if (host !== 'localhost') return app.listen({ host, port });
    const address = await app.listen({ host: loopback.v4, port });
    second.maxConnections = app.server.maxConnections;
    second.listen({ host: loopback.v6, port: (app.server.address() as AddressInfo).port });
    try {
      await once(second, 'listening');
    } catch (error) {
      if (!noSuchAddress.includes((error as NodeJS.ErrnoException).code ?? '')) {
        await app.close();
        throw error;
      }
    }
    return address;
  };
}
