import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { TracePlace } from '@tintype/contract/headers';
import type { Execution } from '@tintype/jobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from './log-answers.ts';

/** Writes spans with the API of OpenTelemetry; the operator's SDK exports them. */
export interface Spans {
  /** Runs `proceed` in the span of a request, which ends with its response. */
  request(
    request: FastifyRequest,
    reply: FastifyReply,
    parent: TracePlace | undefined,
    proceed: (place: TracePlace) => void,
  ): void;
  /** Records a finished render, with its end in Unix milliseconds. */
  render(execution: Execution, parent: TracePlace | undefined, end: number): void;
}

/** Loaded only if an SDK is registered: see `createTracing`. */
export function createSpans(version: string): Spans {
  const tracer = trace.getTracer('tintype', version);
  return {
    request(request, reply, parent, proceed) {
      const around = contextAt(parent);
      const span = startRequest(tracer, request, reply, around);
      const { traceId, spanId, traceFlags: flags } = span.spanContext();
      context.with(trace.setSpan(around, span), () => proceed({ traceId, spanId, flags }));
    },
    render: (execution, parent, end) => writeRender(tracer, execution, parent, end),
  };
}

function contextAt(place: TracePlace | undefined): Context {
  if (place === undefined) return ROOT_CONTEXT;
  const { flags: traceFlags, ...ids } = place;
  return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags, isRemote: true });
}

/** Without the URL, which may contain secrets. */
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

/** Written after the render, so that spans do not slow it down. */
function writeRender(
  tracer: Tracer,
  { kind, mode, outcome, cache, totalMs, queueMs, timings, traceparent }: Execution,
  parent: TracePlace | undefined,
  end: number,
): void {
  const start = end - totalMs;
  const attributes = {
    'tintype.operation': kind,
    'tintype.mode': mode,
    'tintype.outcome': outcome,
    ...(cache && { 'tintype.cache': cache }),
  };
  const around = traceparent === undefined ? context.active() : contextAt(parent);
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
