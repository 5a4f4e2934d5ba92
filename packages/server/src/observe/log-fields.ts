import type { ErrorCode, KindName } from '@tintype/contract';
import type { ServerPart } from '../options/server-options.ts';

/** Details of a request for its log line. Filled in on the way. */
export interface LogFields {
  accountId?: string;
  operation?: KindName;
  page?: string;
  /** Of a failed response. */
  code?: ErrorCode;
  /** Position in the trace of the request; later work continues it. */
  traceparent?: string;
  cache?: 'HIT' | 'MISS';
  queueMs?: number;
  /** The internal cause, if the response was `internal`. */
  failure?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    logFields: LogFields;
  }
}

/** Initialises the fields of each request. */
export const logFields: ServerPart = (app) => {
  // An object in the decorator would be shared by all requests.
  app.decorateRequest('logFields', null as unknown as LogFields);
  app.addHook('onRequest', (request, _reply, done) => {
    request.logFields = {};
    done();
  });
};
