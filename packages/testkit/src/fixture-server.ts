import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeWith, type Owner } from './close-with.ts';

export interface LoggedRequest {
  method: string;
  /** Path with its query. */
  url: string;
  headers: IncomingHttpHeaders;
  atMs: number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A web server of a test. Each method that adds content returns its URL. */
export interface FixtureServer {
  readonly port: number;
  /** Everything asked so far, oldest first. */
  readonly log: readonly LoggedRequest[];
  /** Absolute URL; `host` is one of the addresses that the server listens on. */
  url(path: string, host?: string): string;
  /** Requests for this path, whatever their query. */
  requests(path: string): LoggedRequest[];
  /** Answers a path with code. */
  route(path: string, handler: Handler): string;
  page(path: string, html: string, headers?: Record<string, string>, status?: number): string;
  /** Answers a path with a file. */
  file(
    path: string,
    mediaType: string,
    body: string | Uint8Array,
    headers?: Record<string, string>,
  ): string;
  /** As {@link FixtureServer.file}, after a pause. */
  slow(path: string, delayMs: number, mediaType: string, body: string | Uint8Array): string;
  redirect(path: string, location: string, status?: number): string;
  /** Accepts requests for a path and never responds. */
  hang(path: string): string;
  close(): Promise<void>;
}

/**
 * Starts a web server on one free port of two loopback addresses, so that a test has two hosts that
 * are not each other's origin (another port alone is another origin, but the same host for
 * cookies). Closes with the test, if one is given.
 */
export async function createFixtureServer(t?: Owner): Promise<FixtureServer> {
  const handlers = new Map<string, Handler>();
  const log: LoggedRequest[] = [];
  const startedMs = performance.now();
  const timers = new Set<NodeJS.Timeout>();
  const answer: Handler = async (request, response) => {
    const { method = '', url = '/', headers } = request;
    log.push({ method, url, headers, atMs: performance.now() - startedMs });
    const handler = handlers.get(pathOf(url)) ?? notFound;
    try {
      await handler(request, response);
    } catch (error) {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const servers = await listen(answer);
  const port = portOf(servers[0]);
  const url = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
  const route = (path: string, handler: Handler) => {
    handlers.set(path, handler);
    return url(path);
  };
  const server: FixtureServer = {
    port,
    log,
    url,
    requests: (path) => log.filter((request) => pathOf(request.url) === path),
    route,
    page: (path, html, headers = {}, status = 200) =>
      route(path, (_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
        response.end(html);
      }),
    file: (path, mediaType, body, headers = {}) =>
      route(path, (_request, response) => {
        response.writeHead(200, { 'content-type': mediaType, ...headers }).end(body);
      }),
    slow: (path, delayMs, mediaType, body) =>
      route(path, (_request, response) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          response.writeHead(200, { 'content-type': mediaType }).end(body);
        }, delayMs);
        timers.add(timer);
      }),
    redirect: (path, location, status = 302) =>
      route(path, (_request, response) => {
        response.writeHead(status, { location }).end();
      }),
    hang: (path) => route(path, () => {}),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(servers.map(closeServer));
    },
  };
  return t ? closeWith(t, server) : server;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

const notFound: Handler = (_request, response) => {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
};

async function listen(handler: Handler): Promise<[Server, Server]> {
  const first = createServer(handler);
  await listenOn(first, 0, '127.0.0.1');
  const second = createServer(handler);
  try {
    await listenOn(second, portOf(first), '127.0.0.2');
    return [first, second];
  } catch (error) {
    first.close();
    // The port can be taken on the second address: another one will do.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return listen(handler);
    throw error;
  }
}

function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
