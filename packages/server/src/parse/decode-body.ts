import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RenderError } from '@tintype/contract';
import { readBody, type BodyBounds } from './read-body.ts';

export type CreateDecoder = () => Transform;

const decoders = new Map<string, CreateDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/**
 * Returns the decoder of a `Content-Encoding`, if any.
 * @throws RenderError `invalid_request` for an unknown one
 */
export function decoderFor(contentEncoding = ''): CreateDecoder | undefined {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  const createDecoder = decoders.get(encoding);
  if (createDecoder !== undefined) return createDecoder;
  throw new RenderError(
    'invalid_request',
    `Content-Encoding must be gzip, deflate or br, or not given; got ${encoding.slice(0, 40)}.`,
  );
}

/** Decompresses a body. The bounds apply to the result, and nothing beyond is inflated. */
export async function decodeBody(
  body: Buffer,
  createDecoder: CreateDecoder,
  bounds: BodyBounds,
): Promise<Buffer<ArrayBuffer>> {
  const decoder = createDecoder();
  let problem: RenderError | undefined;
  decoder.once('error', (cause) => {
    const message = 'The body is not compressed as Content-Encoding says.';
    problem = new RenderError('invalid_request', message, { cause });
  });
  decoder.end(body);
  try {
    return await readBody(decoder, undefined, bounds);
  } catch (error) {
    throw problem ?? error;
  } finally {
    decoder.destroy();
  }
}
