import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { Test } from 'tap';

/**
 * What becomes of a request: it passes, has another answer, is reset, has no answer, or its answer
 * breaks off after so many bytes.
 */
export type Fate =
  | 'pass'
  | 'reset'
  | 'swallow'
  | { status: number; body?: string }
  | { cutAfter: number };

/** A request that was seen. */
export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

/** A way to a server that can go wrong. */
export interface FaultyNetwork {
  endpoint: string;
  seen: Seen[];
  /** From now on. */
  decide(fate: (request: Seen) => Fate): void;
}

/** A proxy of an HTTP server. Signatures stay valid: the name of the host is forwarded. */
export async function createFaultyNetwork(t: Test, endpoint: string): Promise<FaultyNetwork> {
  const target = new URL(endpoint);
  const seen: Seen[] = [];
  let fateOf: (request: Seen) => Fate = () => 'pass';
  const server = createServer((incoming, answer) => {
    const url = new URL(incoming.url ?? '/', endpoint);
    const one: Seen = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
    };
    seen.push(one);
    const fate = fateOf(one);
    if (fate === 'reset') return void incoming.socket.destroy();
    if (fate === 'swallow') return void incoming.resume();
    if (typeof fate === 'object' && 'status' in fate) {
      incoming.resume();
      return void incoming.on('end', () => answer.writeHead(fate.status).end(fate.body));
    }
    pass(incoming, answer, target, typeof fate === 'object' ? fate.cutAfter : Infinity);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    seen,
    decide: (fate) => void (fateOf = fate),
  };
}

function pass(
  incoming: IncomingMessage,
  answer: ServerResponse,
  target: URL,
  cutAfter: number,
): void {
  const { method, url, headers } = incoming;
  const { hostname, port } = target;
  const outgoing = request({ hostname, port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    let left = cutAfter;
    response.on('data', (chunk: Buffer) => {
      answer.write(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left > 0) return;
      response.destroy();
      setTimeout(() => incoming.socket.destroy(), 20);
    });
    response.on('end', () => answer.end());
    response.on('error', () => incoming.socket.destroy());
  });
  outgoing.on('error', () => incoming.socket.destroy());
  pipeline(incoming, outgoing, () => {});
}
