import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { headerTable, readTraceparent, writeTraceparent } from '@tintype/contract/headers';
import type { Execution, Observer } from '@tintype/jobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from './log-answers.ts';
import type { ServerPart } from './server-part.ts';

/** Spans of OpenTelemetry: of each HTTP request, of its renders, and of their stages. */
export interface Tracing {
  observer: Observer;
  part: ServerPart;
}

/**
 * Makes spans by the API alone: they go wherever the SDK that the operator has loaded sends them, and cost next to nothing where there is
 * none. A trace that a request brings (`traceparent`) is continued, and its id stands in the log and in the answer either way.
 *
 * @param now - Unix milliseconds
 */
export function createTracing(version: string, now: () => number): Tracing {
  const tracer = trace.getTracer('tintype', version);
  return {
    observer: { executed: (execution) => writeRender(tracer, execution, now()) },
    part(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const parent = contextAt(String(request.headers['traceparent'] ?? ''));
        const span = startRequest(tracer, request, reply, parent);
        context.with(trace.setSpan(parent, span), done);
      });
    },
  };
}

/** Where a `traceparent` says that it is; nowhere, where it says nothing. */
function contextAt(traceparent: string): Context {
  const place = readTraceparent(traceparent);
  if (place === undefined) return ROOT_CONTEXT;
  const { flags: traceFlags, ...ids } = place;
  const brought = { ...ids, traceFlags, isRemote: true };
  return isSpanContextValid(brought) ? trace.setSpanContext(ROOT_CONTEXT, brought) : ROOT_CONTEXT;
}

/** Never with the address: that may hold secrets. */
function startRequest(
  tracer: Tracer,
  request: FastifyRequest,
  reply: FastifyReply,
  parent: Context,
): Span {
  const { method } = request;
  const route = routeOf(request);
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'tintype.request_id': request.id,
  };
  const span = tracer.startSpan(
    `${method} ${route}`,
    { kind: SpanKind.SERVER, attributes },
    parent,
  );
  const { traceId, spanId, traceFlags: flags } = span.spanContext();
  if (isSpanContextValid(span.spanContext())) {
    request.logFields.traceparent = writeTraceparent({ traceId, spanId, flags });
    reply.header(headerTable.traceId.name, traceId);
  }
  if (span.isRecording()) reply.raw.once('close', () => endRequest(span, request, reply));
  return span;
}

function endRequest(span: Span, { logFields }: FastifyRequest, { raw }: FastifyReply): void {
  const { operation, cache, code } = logFields;
  span.setAttributes({
    'http.response.status_code': raw.statusCode,
    ...(operation && { 'tintype.operation': operation }),
    ...(cache && { 'tintype.cache': cache }),
    ...(code && { 'error.type': code }),
  });
  if (!raw.writableFinished) span.addEvent('the client went away');
  if (raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** When it has ended: a render is not made slower by spans that are opened and closed on its way. */
function writeRender(tracer: Tracer, execution: Execution, end: number): void {
  const { kind, mode, outcome, cache, totalMs, queueMs, timings, traceparent } = execution;
  const start = end - totalMs;
  const attributes = {
    'tintype.operation': kind,
    'tintype.mode': mode,
    'tintype.outcome': outcome,
    ...(cache && { 'tintype.cache': cache }),
  };
  const around = traceparent === undefined ? context.active() : contextAt(traceparent);
  const span = tracer.startSpan(`render ${kind}`, { startTime: start, attributes }, around);
  if (!span.isRecording()) return;
  const inside = trace.setSpan(around, span);
  const write = (name: string, startTime: number, durationMs: number) =>
    tracer.startSpan(name, { startTime }, inside).end(startTime + durationMs);
  if (queueMs > 0) write('queue', start, queueMs);
  for (const { stage, startMs, durationMs } of timings) {
    write(stage, start + queueMs + startMs, durationMs);
  }
  if (outcome !== 'succeeded') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
  span.end(end);
}
