import type { ErrorCode, KindName } from '@tintype/contract';
import type { ServerPart } from './server-part.ts';

/** What is known of a request so far, for its line in the log. Filled in on the way. */
export interface RequestFacts {
  accountId?: string;
  operation?: KindName;
  /** Origin of the page. */
  page?: string;
  /** Of an answer that failed. */
  code?: ErrorCode;
  cache?: 'HIT' | 'MISS';
  queueMs?: number;
  /** What really happened, where the answer was `internal`. */
  failure?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts;
  }
}

/** Gives each request an empty set of facts. */
export const requestFacts: ServerPart = (app) => {
  // An object in the decorator would be shared by all requests.
  app.decorateRequest('facts', null as unknown as RequestFacts);
  app.addHook('onRequest', (request, _reply, done) => {
    request.facts = {};
    done();
  });
};
