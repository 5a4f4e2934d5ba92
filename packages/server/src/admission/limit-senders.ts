import type { Socket } from 'node:net';
import { RenderError } from '@tintype/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestLimits } from '../options/request-limits.ts';
import type { ServerOptions } from '../options/server-options.ts';
import { clientKey, trustOf, type Trust } from './client-address.ts';
import { paceConnections } from './pace-connections.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key under which the client is counted; undefined for clients without a limit. */
    client: string | undefined;
  }
}

/** Limits connections, and clients behind trusted proxies, before anything else is done for them. */
export function limitSenders(
  app: FastifyInstance,
  { trustProxy = false, log }: Pick<ServerOptions, 'trustProxy' | 'log'>,
  limits: Pick<RequestLimits, 'connections' | 'connectionsPerAddress'>,
): void {
  const trust = trustOf(trustProxy);
  const tally = createTally(limits.connectionsPerAddress);
  paceConnections(app.server);
  limitConnections(app, limits, trust, tally, log);
  limitClients(app, limits, trust, tally, log);
}

/** Identifies the client of each request; limits concurrent ones of clients behind a proxy. */
function limitClients(
  app: FastifyInstance,
  { connectionsPerAddress: max }: Pick<RequestLimits, 'connectionsPerAddress'>,
  trust: Trust,
  tally: Tally,
  log: ServerOptions['log'],
): void {
  let isProxyLogged = false;
  app.decorateRequest('client', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const isForwarded = trust(peerOf(request), 0);
    request.client =
      isForwarded && request.ip === peerOf(request) ? undefined : clientKey(request.ip);
    if (!isForwarded && !isProxyLogged && seemsForwarded(request)) {
      isProxyLogged = true;
      log?.warn(
        'a request of this machine has X-Forwarded-For: if a proxy is in front, name it (trust_proxy); until then its clients cannot be distinguished',
      );
    }
    const { client } = request;
    // Connections are counted elsewhere.
    if (!isForwarded || client === undefined) return done();
    if (!tally.enter(client)) {
      const message = `More than ${max} requests of ${client} are under way.`;
      return done(new RenderError('rate_limited', message));
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

/** Closes connections over the limits, in all or per address. Trusted proxies have no own limit. */
function limitConnections(
  { server }: FastifyInstance,
  {
    connections,
    connectionsPerAddress,
  }: Pick<RequestLimits, 'connections' | 'connectionsPerAddress'>,
  trust: Trust,
  tally: Tally,
  log: ServerOptions['log'],
): void {
  let open = 0;
  const onRefused = countRefusals((count, why) =>
    log?.warn({ count }, `connections were closed as they came: ${why}`),
  );
  const refuse = () => onRefused(`more than ${connections} connections`);
  // Node closes these before it creates a socket. Those passed on from another port are counted
  // only below.
  server.maxConnections = connections;
  server.on('drop', refuse);
  server.prependListener('connection', (socket: Socket) => {
    if (open >= connections) {
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
    onRefused(`more than ${connectionsPerAddress} connections of ${client}`);
  });
}

type Tally = ReturnType<typeof createTally>;

/** Counts what each client has in progress. Others take no memory. */
function createTally(max: number) {
  const counts = new Map<string, number>();
  return {
    /** False, and not counted, at the limit. */
    enter(name: string): boolean {
      const count = counts.get(name) ?? 0;
      if (count >= max) return false;
      counts.set(name, count + 1);
      return true;
    },
    leave(name: string): void {
      const count = counts.get(name) ?? 0;
      if (count > 1) counts.set(name, count - 1);
      else counts.delete(name);
    },
  };
}

/** Reports the first of many equal events immediately, and the others once a minute. */
function countRefusals(report: (count: number, why: string) => void): (why: string) => void {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let last = '';
  return (why) => {
    last = why;
    count += 1;
    if (timer !== undefined) return;
    report(count, why);
    count = 0;
    timer = setTimeout(() => {
      timer = undefined;
      if (count > 0) report(count, last);
      count = 0;
    }, 60_000).unref();
  };
}
