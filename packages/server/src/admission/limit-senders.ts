import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { RenderError } from '@tintype/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientKey, type Trust } from './client-address.ts';
import type { RequestLimits } from '../options/request-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key under which the client is counted; undefined for clients without a limit. */
    client: string | undefined;
  }
}

/** Dependencies of client limits. */
export interface ClientParts {
  trust: Trust;
  tally: Tally;
  /** Maximum number of requests of one client in progress. */
  max: number;
  /** Called once if an undeclared proxy seems to be in front. */
  onUnknownProxy(): void;
}

/** Identifies the client of each request; limits concurrent ones of clients behind a proxy. */
export function limitClients(app: FastifyInstance, parts: ClientParts): void {
  const { trust, tally, max } = parts;
  let isProxyTold = false;
  app.decorateRequest('client', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const isForwarded = trust(peerOf(request), 0);
    request.client =
      isForwarded && request.ip === peerOf(request) ? undefined : clientKey(request.ip);
    if (!isForwarded && !isProxyTold && seemsForwarded(request)) {
      isProxyTold = true;
      parts.onUnknownProxy();
    }
    const { client } = request;
    // Connections are counted elsewhere.
    if (!isForwarded || client === undefined) return done();
    if (!tally.enter(client)) {
      return done(
        new RenderError('rate_limited', `More than ${max} requests of ${client} are under way.`),
      );
    }
    reply.raw.once('close', () => tally.leave(client));
    done();
  });
}

function peerOf({ raw }: FastifyRequest): string {
  return raw.socket.remoteAddress ?? '';
}

/** Local clients send no such headers. */
function seemsForwarded(request: FastifyRequest): boolean {
  return (
    request.headers['x-forwarded-for'] !== undefined && clientKey(peerOf(request)) === undefined
  );
}

/** Counts concurrent requests by name, up to a limit. */
export interface Tally {
  /** Counts one more; false at the limit. */
  enter(name: string): boolean;
  leave(name: string): void;
}

/** A client without requests in progress takes no memory. */
export function createTally(max: number): Tally {
  const counts = new Map<string, number>();
  return {
    enter(name) {
      const count = counts.get(name) ?? 0;
      if (count >= max) return false;
      counts.set(name, count + 1);
      return true;
    },
    leave(name) {
      const count = counts.get(name) ?? 0;
      if (count > 1) counts.set(name, count - 1);
      else counts.delete(name);
    },
  };
}

/** Dependencies of connection limits. */
export interface ConnectionParts {
  limits: Pick<RequestLimits, 'connections' | 'connectionsPerAddress'>;
  trust: Trust;
  tally: Tally;
  /** Called for each connection that was closed on arrival. */
  onRefused(why: string): void;
}

/** Closes connections over the limits, in all or per address. Trusted proxies have no own limit. */
export function limitConnections(server: Server, parts: ConnectionParts): void {
  const { limits, trust, tally, onRefused } = parts;
  let open = 0;
  const refuse = () => onRefused(`more than ${limits.connections} connections`);
  // Node closes these before it creates a socket. Those passed on from another port are counted
  // only below.
  server.maxConnections = limits.connections;
  server.on('drop', refuse);
  server.prependListener('connection', (socket: Socket) => {
    if (open >= limits.connections) {
      socket.destroy();
      refuse();
      return;
    }
    open += 1;
    socket.once('close', () => (open -= 1));
    const { remoteAddress = '' } = socket;
    const client = trust(remoteAddress, 0) ? undefined : clientKey(remoteAddress);
    if (client === undefined) return;
    if (tally.enter(client)) {
      socket.once('close', () => tally.leave(client));
      return;
    }
    socket.destroy();
    onRefused(`more than ${limits.connectionsPerAddress} connections of ${client}`);
  });
}

/** Interval of log lines, in milliseconds. */
const everyMs = 60_000;

/** Reports the first of many equal events immediately, and the others once a minute. */
export function countRefusals(log: (count: number, why: string) => void): (why: string) => void {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let last = '';
  const end = () => {
    timer = undefined;
    if (count > 0) log(count, last);
    count = 0;
  };
  return (why) => {
    last = why;
    count += 1;
    if (timer !== undefined) return;
    log(count, why);
    count = 0;
    timer = setTimeout(end, everyMs).unref();
  };
}
