import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';

/** Printable ASCII. The draft of the header has quotes, which are part of the key. */
const form = /^[!-~]{1,255}$/;

/** Returns the client's name for a request. @throws RenderError `invalid_request` */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && form.test(key)) return key;
  throw new RenderError(
    'invalid_request',
    'Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.',
  );
}
