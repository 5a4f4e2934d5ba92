import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { EgressFailure, type NetworkFailure } from './failure.ts';
import { createFailureLog } from './failure-log.ts';
import { filterHeaders } from './filter-headers.ts';
import { createOriginAgent, forward, maxHeaderBytes } from './forward.ts';
import type { Gate, Resolve } from './gate.ts';
import { createMeter } from './meter.ts';
import { createOutbound, type Rules } from './outbound.ts';
import { joinAllow, parseAllow, type AllowList } from './parse-allow.ts';
import { parseHost } from './parse-host.ts';
import { parseAbsoluteForm, parseAuthority, type RequestTarget } from './parse-target.ts';
import { answerFromSite, type Site } from './site.ts';
import { tunnel } from './tunnel.ts';
import { parseUpstream } from './upstream.ts';

/** What one page may do on the network. */
export interface NetworkPolicy {
  /** `host`, `host:port` or CIDR beyond what the operator allows. */
  allow?: readonly string[];
  /** `http://user:password@host:port`: everything goes through it. */
  upstream?: string;
  /** Bytes that may come in, instead of the guard's own limit. */
  maxBytes?: number;
}

/** The way out of one browser context: an HTTP proxy on a loopback port of its own. */
export interface GuardSession {
  /** For `createBrowserContext`, for example `http://127.0.0.1:34567`. */
  readonly proxyServer: string;
  /** Sets the policy, in place of the one before. Throws `TypeError` when an entry cannot be read. */
  configure(policy: NetworkPolicy): void;
  /** Lets `site` answer plain http requests for `host`, on every port. */
  serve(host: string, site: Site): void;
  /** What was refused or failed so far, oldest first, each target once. */
  readonly failures: readonly NetworkFailure[];
  /** Bytes that came in from the network. */
  readonly bytesReceived: number;
  /** Ends every connection at once, and gives the port back. */
  close(): Promise<void>;
}

/** Bounds of one session. */
export interface SessionLimits {
  maxBytes: number;
  maxSockets: number;
  connectTimeoutMs: number;
}

/** What a session shares with its siblings. */
export interface SessionOptions {
  gate: Gate;
  resolve: Resolve;
  allow: AllowList;
  limits: SessionLimits;
  /** The ports that the guard listens on; a session adds its own while it is open. */
  guardPorts: Set<number>;
  onClose(session: GuardSession): void;
}

const megabyte = 1_048_576;

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function createProxyServer(): Server {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    // The browser decides how long a connection lives, and the session ends them all.
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
    connectionsCheckingInterval: 2 ** 30,
  });
  server.maxHeadersCount = 0;
  return server;
}

/** Opens the way out for one browser context. */
export async function openGuardSession(options: SessionOptions): Promise<GuardSession> {
  const { limits } = options;
  const log = createFailureLog();
  const sites = new Map<string, Site>();
  const clients = new Set<Socket>();
  let maxBytes = limits.maxBytes;
  let rules: Rules = { allow: options.allow, upstream: undefined };

  const meter = createMeter((total) => {
    if (total <= maxBytes) return;
    const reason = `the page loaded more than ${Math.round(maxBytes / megabyte)} MB`;
    outbound.destroy((target) => new EgressFailure({ kind: 'limit', ...target, reason }));
    log.add({ kind: 'limit', host: '', port: 0, reason });
  });
  const outbound = createOutbound({ ...options, ...limits, meter });
  const openAgent = () =>
    createOriginAgent((host, port) => outbound.open(host, port, 'http', rules));
  let agent = openAgent();

  function refuse(failure: unknown, connection: Duplex): void {
    if (failure instanceof EgressFailure && !connection.destroyed) log.add(failure.toFailure());
    connection.destroy();
  }

  function siteFor(target: RequestTarget): Site | undefined {
    if (sites.size === 0) return undefined;
    const host = target.host.toLowerCase();
    return sites.get(host.endsWith('.') ? host.slice(0, -1) : host);
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const target = parseAbsoluteForm(request.url ?? '');
    if (!target) return void request.socket.destroy();
    const site = siteFor(target);
    if (site) {
      const url = new URL(`http://${target.authority}${target.path}`);
      answerFromSite(site, url, request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500, { connection: 'close' }).end();
        else response.destroy();
      });
      return;
    }
    const { upstream } = rules;
    const failed = (failure: EgressFailure) => refuse(failure, request.socket);
    forward({ request, response, target, agent, meter, upstream, failed });
  }

  async function onConnect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const target = parseAuthority(request.url ?? '');
    if (!target || request.headers['transfer-encoding'] || request.headers['content-length'])
      return void client.destroy();
    try {
      const origin = await outbound.open(target.host, target.port, 'tunnel', rules);
      if (client.destroyed) return void origin.destroy();
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) origin.write(head);
      tunnel(client, origin, meter);
    } catch (error) {
      refuse(error, client);
    }
  }

  async function onUpgrade(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const target = parseAbsoluteForm(request.url ?? '');
    if (!target || siteFor(target)) return void client.destroy();
    try {
      const origin = await outbound.open(target.host, target.port, 'tunnel', rules);
      if (client.destroyed) return void origin.destroy();
      const { upgrade, connection } = request.headers;
      const headers = ['Host', target.authority, ...filterHeaders(request.rawHeaders, ['host'])];
      headers.push('Connection', connection ?? 'Upgrade', 'Upgrade', upgrade ?? '');
      const lines = [`${request.method} ${target.path} HTTP/1.1`];
      for (let at = 0; at < headers.length; at += 2)
        lines.push(`${headers[at]}: ${headers[at + 1]}`);
      origin.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
      if (head.length > 0) origin.write(head);
      tunnel(client, origin, meter);
    } catch (error) {
      refuse(error, client);
    }
  }

  const server = createProxyServer();
  server.on('connection', (socket) => {
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
  });
  server.on('request', onRequest);
  server.on('connect', (request, client, head) => void onConnect(request, client, head));
  server.on('upgrade', (request, client, head) => void onUpgrade(request, client, head));
  server.on('clientError', (_error, socket) => socket.destroy());
  const port = await listen(server);
  options.guardPorts.add(port);

  const session: GuardSession = {
    proxyServer: `http://127.0.0.1:${port}`,
    configure(policy) {
      const { allow = [] } = policy;
      rules = {
        allow: allow.length === 0 ? options.allow : joinAllow(options.allow, parseAllow(allow)),
        upstream: policy.upstream === undefined ? undefined : parseUpstream(policy.upstream),
      };
      maxBytes = policy.maxBytes ?? limits.maxBytes;
      // Connections that were opened under the old policy must not serve the new one.
      agent.destroy();
      agent = openAgent();
    },
    serve(host, site) {
      sites.set(parseHost(host).host, site);
    },
    failures: log.entries,
    get bytesReceived() {
      return meter.bytes;
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      outbound.destroy();
      agent.destroy();
      for (const socket of clients) socket.destroy();
      options.guardPorts.delete(port);
      options.onClose(session);
      return closed;
    },
  };
  return session;
}
