import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawQuery, pathOf } from '../parse/read-query.ts';

/** Parameters that the link does not repeat: keys and the old cursor. */
const left = ['access_key', 'cursor'];

/** Adds a `Link` header (RFC 8288) to the next page of a list, if any. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  next: string | undefined,
): void {
  if (next === undefined) return;
  const target = request.raw.url ?? '';
  const query = new URLSearchParams(rawQuery(target));
  for (const name of left) query.delete(name);
  query.set('cursor', next);
  reply.header('Link', `<${baseUrl}${pathOf(target)}?${query}>; rel="next"`);
}
