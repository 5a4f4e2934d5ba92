import { Readable } from 'node:stream';
import type { RenderRequest } from '@tintype/contract';
import { headerTable, metadataHeaders, serverTiming } from '@tintype/contract/headers';
import type { FastifyReply } from 'fastify';
import type { Performed } from '../perform/create-perform.ts';
import { resultHeaders } from './result-headers.ts';

/** Larger bodies go out in pieces of this size, each when the client has taken the one before. */
const pieceBytes = 256 * 1024;

/** Answers with what was rendered. */
export function sendResult(
  reply: FastifyReply,
  { result, cache, queueMs }: Performed,
  request: RenderRequest,
): FastifyReply {
  const { attachment_name: attachmentName } = request;
  const { mediaType, extension, body } = result;
  reply.code(200).headers({
    ...resultHeaders({ mediaType, extension, ...(attachmentName ? { attachmentName } : {}) }),
    'cache-control': 'no-store',
    'content-length': body.byteLength,
    ...metadataHeaders(result.metadata, request),
    ...(cache === undefined ? {} : { [headerTable.cache.name]: cache }),
    [headerTable.serverTiming.name]: serverTiming([
      { stage: 'queue', durationMs: queueMs },
      ...result.timings,
    ]),
  });
  if (body.byteLength <= pieceBytes)
    return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  return reply.send(Readable.from(piecesOf(body), { objectMode: false }));
}

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < body.byteLength; start += pieceBytes) {
    yield body.subarray(start, start + pieceBytes);
  }
}
