import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Webhooks received about one request. */
export interface Received {
  /** Number of webhooks. */
  count: number;
  webhookIds: Set<string>;
  bodies: Set<string>;
}

/** Receives webhooks and stores all of them. */
export interface Receiver {
  url: string;
  /** By the id of the request. */
  readonly received: ReadonlyMap<string, Received>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port. */
export async function createReceiver(): Promise<Receiver> {
  const received = new Map<string, Received>();
  const server = createServer(async (request, response) => {
    try {
      const body = await text(request);
      const { id } = JSON.parse(body) as { id: string };
      const known = received.get(id) ?? { count: 0, webhookIds: new Set(), bodies: new Set() };
      known.count += 1;
      known.webhookIds.add(String(request.headers['webhook-id']));
      known.bodies.add(body);
      received.set(id, known);
      response.end();
    } catch {
      // The sender was killed in the middle of a sentence.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
