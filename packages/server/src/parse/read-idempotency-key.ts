import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';

/**
 * 1 to 255 printable ASCII characters, as any client makes them. The draft of the header has them
 * in quotes, which belong to it then.
 */
const form = /^[!-~]{1,255}$/;

/**
 * What a client calls its request, so that it can send it again without it being done twice.
 * @throws RenderError `invalid_request`
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && form.test(key)) return key;
  throw new RenderError(
    'invalid_request',
    'Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.',
  );
}
