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

/** Spans of OpenTelemetry: of each HTTP request, of its renders, and of their stages. */
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
  /** Without spans, where what makes them cannot be loaded: the next one attempts that again. */
  const withSpans = (write: (made: Spans) => void, goWithout = () => {}) =>
    void lazy.get().then(write, goWithout);
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
        const brought = placeIn(String(request.headers['traceparent'] ?? ''));
        const goOn = (place: TracePlace | undefined) => {
          if (place && isValid(place)) tell(request, reply, place);
          done();
        };
        const write = (made: Spans) => made.request(request, reply, brought, goOn);
        if (!hasSdk()) goOn(brought);
        else if (spans) write(spans);
        else withSpans(write, () => goOn(brought));
      });
    },
  };
}

function hasSdk(): boolean {
  return registered in globalThis;
}

function tell(request: FastifyRequest, reply: FastifyReply, place: TracePlace): void {
  request.logFields.traceparent = writeTraceparent(place);
  reply.header(headerTable.traceId.name, place.traceId);
}

/** Returns the parent span of a `traceparent`, if it is valid. */
function placeIn(traceparent: string | undefined): TracePlace | undefined {
  const place = readTraceparent(traceparent);
  return place && isValid(place) ? place : undefined;
}

/** Ids of zeros alone name nothing. */
function isValid({ traceId, spanId }: TracePlace): boolean {
  return /[^0]/.test(traceId) && /[^0]/.test(spanId);
}
