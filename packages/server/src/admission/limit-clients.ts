import { RenderError } from '@tintype/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientKey, type Trust } from './client-address.ts';
import type { Tally } from './create-tally.ts';

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
    // A connection was counted already.
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

/** Clients of this machine do not speak of others. */
function seemsForwarded(request: FastifyRequest): boolean {
  return (
    request.headers['x-forwarded-for'] !== undefined && clientKey(peerOf(request)) === undefined
  );
}
