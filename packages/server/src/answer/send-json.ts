import type { FastifyReply } from 'fastify';

/** Answers with JSON. As bytes, because Fastify would add a charset, which JSON does not have. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(JSON.stringify(value)));
}
