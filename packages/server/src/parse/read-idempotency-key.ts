import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';

/** 1 to 255 printable ASCII characters, including the quotes that the header's draft requires. */
const form = /^[!-~]{1,255}$/;

/** Returns the Idempotency-Key of a request. @throws RenderError `invalid_request` */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && form.test(key)) return key;
  throw new RenderError(
    'invalid_request',
    'Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.',
  );
}
