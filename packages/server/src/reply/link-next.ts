import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawQuery, pathOf } from '../parse/read-query.ts';

/** Query parameters that a link to the next page does not repeat. */
const left = ['access_key', 'cursor'];

/** Sets the header `Link` with the next page of a list (RFC 8288), if there is one. */
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
