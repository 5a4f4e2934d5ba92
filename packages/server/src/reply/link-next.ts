import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawQuery, pathOf } from '../parse/read-query.ts';

/**
 * Parameters that an address in an answer does not repeat: keys stay where they are, and the cursor
 * is a new one.
 */
const left = ['access_key', 'cursor'];

/**
 * Says where the next page of a list is, as https://www.rfc-editor.org/rfc/rfc8288 has it; nothing
 * at the end.
 */
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
