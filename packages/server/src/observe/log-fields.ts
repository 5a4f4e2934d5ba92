import type { ErrorCode, KindName } from '@tintype/contract';
import type { ServerPart } from './server-part.ts';

/** What is known of a request so far, for its line in the log. Filled in on the way. */
export interface LogFields {
  accountId?: string;
  operation?: KindName;
  /** Origin of the page. */
  page?: string;
  /** Of an answer that failed. */
  code?: ErrorCode;
  /**
   * The place in the trace that the request is a part of: what is done for it later goes on from
   * there.
   */
  traceparent?: string;
  cache?: 'HIT' | 'MISS';
  queueMs?: number;
  /** What really happened, where the answer was `internal`. */
  failure?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    logFields: LogFields;
  }
}

/** Gives each request no fields yet. */
export const logFields: ServerPart = (app) => {
  // An object in the decorator would be shared by all requests.
  app.decorateRequest('logFields', null as unknown as LogFields);
  app.addHook('onRequest', (request, _reply, done) => {
    request.logFields = {};
    done();
  });
};
