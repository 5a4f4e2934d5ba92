import { createHash, timingSafeEqual } from 'node:crypto';
import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';
import type { Metrics } from './create-metrics.ts';
import type { ServerPart } from '../options/server-options.ts';

/** Headers by which a proxy marks a forwarded request, and a browser a request of a web page. */
const FOREIGN = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'origin'] as const;

/** Names of this machine that no DNS can redirect. */
const OWN_HOST = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]*)?$/i;

/**
 * `GET /metrics`, with a bearer token if one is set; otherwise for this machine only, not through a
 * proxy or a web page. Other requests get 404.
 */
export function metricsRoute(figures: Metrics['registry'], token: string | undefined): ServerPart {
  return (app) => {
    app.get('/metrics', { config: { duringDrain: true } }, async (request, reply) => {
      const isAllowed = token === undefined ? isLocal(request) : hasToken(request, token);
      if (!isAllowed) throw new RenderError('not_found');
      const registry = await figures();
      return reply
        .header('content-type', registry.contentType)
        .header('cache-control', 'no-store')
        .send(await registry.metrics());
    });
  };
}

function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(address);
  return (
    isLoopback &&
    OWN_HOST.test(request.headers.host ?? '') &&
    FOREIGN.every((name) => request.headers[name] === undefined)
  );
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [scheme = '', sent = ''] = (headers.authorization ?? '').split(' ');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return scheme.toLowerCase() === 'bearer' && timingSafeEqual(digest(sent), digest(token));
}
