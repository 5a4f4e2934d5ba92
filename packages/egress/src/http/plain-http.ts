import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { EgressFailure } from '../failure.ts';
import { filterHeaders } from './filter-headers.ts';
import { createOriginAgent, forward, maxHeaderBytes, nodeHttp } from './forward.ts';
import type { Meter } from '../session/meter.ts';
import type { Outbound, UpstreamRules } from '../session/outbound.ts';
import { formatTarget } from '../policy/parse-host.ts';
import { answerFromSite, type Site } from './site.ts';
import type { SocksTarget } from '../socks/socks-handshake.ts';
import { tunnel } from '../socks/tunnel.ts';
import type { RequestTarget } from './request-target.ts';

/** Handler of the requests of a connection. */
export type Answerer = { site: Site } | { rules: UpstreamRules };

export interface PlainHttpOptions {
  outbound: Outbound;
  meter: Meter;
  failed(failure: EgressFailure, client: Socket): void;
}

/** Reads the HTTP of those few connections that are not passed through as they are. */
export interface PlainHttp {
  /** Serves a paused connection. */
  take(client: Socket, target: SocksTarget, answerer: Answerer): void;
  /** Closes the connections to upstreams that carry requests. */
  destroy(): void;
}

function createBareServer(): Server {
  const server = nodeHttp().createServer({
    maxHeaderSize: maxHeaderBytes,
    // The browser decides how long a connection lives, and the session ends them all.
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
  });
  // The bound is in bytes; past a count, Node would drop headers without a word.
  server.maxHeadersCount = 0;
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

function requestTarget({ host, port }: SocksTarget, path = ''): RequestTarget | undefined {
  // A browser that believes it speaks to the origin sends nothing but paths.
  if (!path.startsWith('/')) return undefined;
  const authority = formatTarget(host, port).replace(/:80$/, '');
  return { host, port, authority, path };
}

function upgradeRequest(request: IncomingMessage, target: RequestTarget): string {
  const { upgrade = '', connection = 'Upgrade' } = request.headers;
  const headers = ['Host', target.authority, ...filterHeaders(request.rawHeaders, ['host'])];
  headers.push('Connection', connection, 'Upgrade', upgrade);
  const lines = [`${request.method} ${target.path} HTTP/1.1`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A request with a body cannot become a tunnel: its body might be a request to the next hop. */
function hasLength({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Creates an HTTP server that listens on no port and receives its connections through `take`. */
export function createPlainHttp({ outbound, meter, failed }: PlainHttpOptions): PlainHttp {
  const server = createBareServer();
  const taken = new WeakMap<Socket, { target: SocksTarget; answerer: Answerer }>();
  let agentRules: UpstreamRules | undefined;
  let agent = createOriginAgent(() => Promise.reject(new Error('no upstream')));

  /** Connections that were opened under other rules do not serve under these. */
  function agentFor(rules: UpstreamRules): typeof agent {
    if (rules === agentRules) return agent;
    agent.destroy();
    agentRules = rules;
    agent = createOriginAgent((host, port) => outbound.open(host, port, 'http', rules));
    return agent;
  }

  server.on('request', (request, response) => {
    const client = request.socket;
    const { target: connected, answerer } = taken.get(client)!;
    const target = requestTarget(connected, request.url);
    if (!target) return void client.destroy();
    if ('site' in answerer) return answerFromSite(answerer.site, target, request, response);
    const { rules } = answerer;
    forward({
      request,
      response,
      target,
      agent: agentFor(rules),
      meter,
      upstream: rules.upstream,
      failed: (failure) => failed(failure, client),
    });
  });

  server.on('upgrade', (request, client: Socket, head) => {
    const { target: connected, answerer } = taken.get(client)!;
    const target = requestTarget(connected, request.url);
    if (!target || 'site' in answerer || hasLength(request)) return void client.destroy();
    outbound.open(target.host, target.port, 'tunnel', answerer.rules).then(
      (origin) => {
        if (client.destroyed) return void origin.destroy();
        origin.write(upgradeRequest(request, target), 'latin1');
        if (head.length > 0) origin.write(head);
        tunnel(client, origin, meter);
      },
      (failure: EgressFailure) => failed(failure, client),
    );
  });

  return {
    take(client, target, answerer) {
      taken.set(client, { target, answerer });
      server.emit('connection', client);
      client.resume();
    },
    destroy: () => agent.destroy(),
  };
}
