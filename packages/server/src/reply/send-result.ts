import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileOf, type KindInfo, type RenderRequest } from '@tintype/contract';
import {
  accessKeyHeader,
  headerTable,
  serverTiming,
  reportHeaders,
} from '@tintype/contract/headers';
import type { Outcome } from '@tintype/jobs';
import type { FastifyReply } from 'fastify';
import { readRange, isUnchanged } from '../parse/read-range.ts';
import { resultHeaders, shownName } from './result-headers.ts';

/**
 * Larger bodies are sent in pieces of this size, each once the client has read the previous one.
 */
const pieceBytes = 256 * 1024;

/**
 * Sends a result. A GET of a cached one, or of a new video, allows ranges; a cached one also 304.
 */
export function sendResult(
  reply: FastifyReply,
  outcome: Outcome,
  request: RenderRequest,
  now: number,
): FastifyReply {
  const { result, cache, queueMs, expiresAt, isRecent = false } = outcome;
  reply.code(200).headers({
    ...aboutResult(request, result),
    ...reportHeaders(result, request, reply.request.logFields.traceparent),
    ...(cache === undefined ? {} : { [headerTable.cache.name]: cache }),
    [headerTable.serverTiming.name]: serverTiming([
      { stage: 'queue', durationMs: queueMs },
      ...result.timings.map((timing) => ({ ...timing, startMs: queueMs + timing.startMs })),
    ]),
  });
  const content = Buffer.from(result.body.buffer, result.body.byteOffset, result.body.byteLength);
  const isAddress = reply.request.method !== 'POST';
  if (expiresAt !== undefined && isAddress) {
    const secondsLeft = Math.max(0, Math.floor((expiresAt - now) / 1000));
    reply.headers({ 'cache-control': `private, max-age=${secondsLeft}`, vary: accessKeyHeader });
    return sendTagged(reply, content);
  }
  return isRecent && isAddress ? sendTagged(reply, content) : sendBytes(reply, content);
}

/** Responds to a HEAD of a result that is not rendered yet. Its length is unknown. */
export function sendUnrendered(
  reply: FastifyReply,
  request: RenderRequest,
  kind: KindInfo,
): FastifyReply {
  reply.code(200).headers({
    ...(request.async
      ? { 'content-type': 'application/json', 'cache-control': 'no-store' }
      : aboutResult(request, fileOf(kind, request))),
    ...(request.cache ? { [headerTable.cache.name]: 'MISS' } : {}),
  });
  return reply.send();
}

function aboutResult(
  request: RenderRequest,
  { mediaType, extension }: { mediaType: string; extension: string },
): Record<string, string> {
  const { attachment_name: attachmentName } = request;
  const named = attachmentName ? { attachmentName } : { shownName: shownName(request) };
  return {
    ...resultHeaders({ mediaType, extension, ...named }),
    'cache-control': 'no-store',
  };
}

function sendTagged(reply: FastifyReply, content: Buffer): FastifyReply {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { headers, method } = reply.request;
  reply.headers({ etag: `"${sha256}"`, 'accept-ranges': 'bytes' });
  if (isUnchanged(headers, sha256)) return reply.code(304).send();
  const range = readRange(method, headers, { bytes: content.byteLength, sha256 });
  if (range === undefined) return sendBytes(reply, content);
  const { first, last } = range;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${content.byteLength}`);
  return sendBytes(reply, content.subarray(first, last + 1));
}

function sendBytes(reply: FastifyReply, content: Buffer): FastifyReply {
  reply.header('content-length', content.byteLength);
  if (reply.request.method === 'HEAD') return reply.send();
  if (content.byteLength <= pieceBytes) return reply.send(content);
  return reply.send(Readable.from(piecesOf(content), { objectMode: false }));
}

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < body.byteLength; start += pieceBytes) {
    yield body.subarray(start, start + pieceBytes);
  }
}
