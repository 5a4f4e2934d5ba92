import type { RenderError } from '@tintype/contract';
import type { FastifyReply } from 'fastify';

const json = 'application/json';

/** Sends JSON as a string, in one write with the headers. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', json)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(JSON.stringify(value));
}

/**
 * Removes the charset that Fastify adds, which JSON does not have (RFC 8259, 11). Call it after the
 * header was set.
 */
export function withoutCharset(reply: FastifyReply): void {
  if (reply.getHeader('content-type') === `${json}; charset=utf-8`) {
    reply.header('content-type', json);
  }
}

/** Default of `Retry-After`, in seconds. */
const usualRetryS = 5;

export function sendError(reply: FastifyReply, error: RenderError): FastifyReply {
  reply.request.logFields.code = error.code;
  const retryAfterS = retryAfter(error);
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  for (const name of ofResults) reply.removeHeader(name);
  return sendJson(reply, error.status, error.toBody());
}

/** Headers that may have been set for a result that then failed to be sent. */
const ofResults = ['content-disposition', 'content-length', 'etag'];

const passing: ReadonlySet<number> = new Set([409, 429, 503, 507]);

export function retryAfter({ status, retryAfterS }: RenderError): number | undefined {
  if (retryAfterS !== undefined) return Math.max(1, Math.ceil(retryAfterS));
  return passing.has(status) ? usualRetryS : undefined;
}
