import { createHash, timingSafeEqual } from 'node:crypto';
import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { ServerPart } from './server-part.ts';

/** Headers by which a proxy says that it passes on somebody else's request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/**
 * `GET /metrics`. With a token, whoever sends it as a bearer token may read; without one, this machine alone, and not through a
 * proxy on it. To everybody else there is nothing here.
 */
export function metricsRoute(registry: Registry, token: string | undefined): ServerPart {
  return (app) => {
    app.get('/metrics', { config: { duringDrain: true } }, async (request, reply) => {
      const isAllowed = token === undefined ? isLocal(request) : hasToken(request, token);
      if (!isAllowed) throw new RenderError('not_found');
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
  return isLoopback && FORWARDED.every((name) => request.headers[name] === undefined);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [scheme = '', sent = ''] = (headers.authorization ?? '').split(' ');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return scheme.toLowerCase() === 'bearer' && timingSafeEqual(digest(sent), digest(token));
}
