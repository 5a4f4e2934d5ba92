import { traceIdOf } from '@tintype/contract/headers';
import type { QueuedEnd } from '@tintype/jobs';
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
      // Probes are frequent and repetitive.
      const level = request.routeOptions.config.duringDrain ? 'debug' : levelOf(status);
      log[level](line, `${line.method} ${line.route} ${status}`);
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

/** 503 and 504 are not bugs. */
function levelOf(status: number): 'info' | 'warn' | 'error' {
  if (status < 500) return 'info';
  return status === 500 ? 'error' : 'warn';
}

/** Logs one line per finished job of the queue, runs of tasks included. */
export function logEnds(log: Logger): (end: QueuedEnd) => void {
  return ({ request, outcome, page, durationMs }) => {
    const { id: requestId, accountId: account, kind: operation, taskId: task, attempts } = request;
    const line = {
      requestId,
      traceId: traceIdOf(request.traceparent),
      account,
      operation,
      page,
      task,
      attempts,
      ...(outcome === 'succeeded' ? {} : { code: outcome.code, status: outcome.status }),
      durationMs,
    };
    const text = outcome === 'succeeded' ? outcome : `failed: ${outcome.code}`;
    log[outcome === 'succeeded' ? 'info' : levelOf(outcome.status)](line, `${operation} ${text}`);
  };
}
