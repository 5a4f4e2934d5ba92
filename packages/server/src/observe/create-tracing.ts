import {
  headerTable,
  readTraceparent,
  writeTraceparent,
  type TracePlace,
} from '@tintype/contract/headers';
import { createLazy } from '@tintype/core';
import type { Observer } from '@tintype/jobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerPart } from '../options/server-options.ts';
import type { Spans } from './create-spans.ts';

/** OpenTelemetry spans of HTTP requests, their renders and stages. */
export interface Tracing {
  observer: Observer;
  part: ServerPart;
}

type LoadSpans = () => Promise<Pick<typeof import('./create-spans.ts'), 'createSpans'>>;

/** Global key of a registered SDK. Without one, the API is not loaded. */
const registered = Symbol.for('opentelemetry.js.api.1');

/**
 * Creates spans if the operator has loaded an SDK of OpenTelemetry. The trace of a request
 * (`traceparent`) is continued, and its id is logged and returned, in any case.
 */
export function createTracing(
  version: string,
  now: () => number,
  load: LoadSpans = () => import('./create-spans.ts'),
): Tracing {
  let spans: Spans | undefined;
  const lazy = createLazy(async () => {
    const { createSpans } = await load();
    return (spans = createSpans(version));
  });
  /** Goes on without spans if the tracer cannot be loaded; the next call retries. */
  const withSpans = (write: (made: Spans) => void, proceedWithout = () => {}) =>
    void lazy.get().then(write, proceedWithout);
  if (hasSdk()) withSpans(() => {});
  return {
    observer: {
      executed(execution) {
        if (!hasSdk()) return;
        const parent = placeIn(execution.traceparent);
        const end = now();
        if (spans) spans.render(execution, parent, end);
        else withSpans((made) => made.render(execution, parent, end));
      },
    },
    part(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const incoming = placeIn(String(request.headers['traceparent'] ?? ''));
        const proceed = (place: TracePlace | undefined) => {
          if (place && isValid(place)) reportTrace(request, reply, place);
          done();
        };
        const write = (made: Spans) => made.request(request, reply, incoming, proceed);
        if (!hasSdk()) proceed(incoming);
        else if (spans) write(spans);
        else withSpans(write, () => proceed(incoming));
      });
    },
  };
}

function hasSdk(): boolean {
  return registered in globalThis;
}

function reportTrace(request: FastifyRequest, reply: FastifyReply, place: TracePlace): void {
  request.logFields.traceparent = writeTraceparent(place);
  reply.header(headerTable.traceId.name, place.traceId);
}

/** Returns the trace context of a `traceparent`, if it is valid. */
function placeIn(traceparent: string | undefined): TracePlace | undefined {
  const place = readTraceparent(traceparent);
  return place && isValid(place) ? place : undefined;
}

/** Ids of zeros are invalid. */
function isValid({ traceId, spanId }: TracePlace): boolean {
  return /[^0]/.test(traceId) && /[^0]/.test(spanId);
}
