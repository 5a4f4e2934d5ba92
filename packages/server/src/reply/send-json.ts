import type { FastifyReply } from 'fastify';

const json = 'application/json';

/** Answers with JSON. As text, which leaves in one piece with the headers. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', json)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(JSON.stringify(value));
}

/** Fastify adds a charset, which JSON does not have (RFC 8259, 11). To be called when it has. */
export function withoutCharset(reply: FastifyReply): void {
  if (reply.getHeader('content-type') === `${json}; charset=utf-8`) {
    reply.header('content-type', json);
  }
}
