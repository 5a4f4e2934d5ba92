import { traceIdOf } from '@tintype/contract/headers';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ServerPart } from '../options/server-options.ts';

/** Returns the pattern of the route, not the URL, which may contain secrets. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

/** Logs one line per response, with the id of its request. */
export function logAnswers(log: Logger): ServerPart {
  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { statusCode: status } = reply;
      const line = { ...aboutRequest(request), status, durationMs: tenths(reply.elapsedTime) };
      log[levelOf(request, status)](line, `${line.method} ${line.route} ${status}`);
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      log.info(aboutRequest(request), 'the client went away');
      done();
    });
  };
}

function aboutRequest(request: FastifyRequest) {
  const { accountId, operation, page, code, cache, queueMs, failure, traceparent } =
    request.logFields;
  return {
    requestId: request.id,
    method: request.method,
    route: routeOf(request),
    ip: request.ip,
    traceId: traceIdOf(traceparent),
    account: accountId,
    operation,
    page,
    code,
    cache,
    queueMs: queueMs === undefined ? undefined : tenths(queueMs),
    err: failure,
  };
}

function tenths(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}

function levelOf(
  { routeOptions }: FastifyRequest,
  status: number,
): 'debug' | 'info' | 'warn' | 'error' {
  // Probes are frequent and repetitive.
  if (routeOptions.config.duringDrain) return 'debug';
  if (status < 500) return 'info';
  // 503 and 504 are not bugs.
  return status === 500 ? 'error' : 'warn';
}
