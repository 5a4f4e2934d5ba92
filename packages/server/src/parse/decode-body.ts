import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RenderError } from '@tintype/contract';
import { readBody, type BodyBounds } from './read-body.ts';

/** Creates the stream that decompresses a body. */
export type CreateDecoder = () => Transform;

const decoders = new Map<string, CreateDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/**
 * What undoes the `Content-Encoding` of a body; undefined where it has none.
 * @throws RenderError `invalid_request` for one that is not known
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

/**
 * A body as it was before it was compressed. The bounds hold for what it becomes: ten kilobytes can
 * be ten megabytes, and nothing past them is inflated.
 */
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
