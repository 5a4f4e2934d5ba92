import type { Readable } from 'node:stream';
import { builtInKinds, RenderError, type KindSet } from '@tintype/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyTooLarge } from './to-render-error.ts';
import type { ByteBudget, ByteHold } from './create-byte-budget.ts';
import type { RequestLimits } from '../options/request-limits.ts';
import { hasBody } from './carried-keys.ts';
import type { JsonParser } from './create-json-parser.ts';
import { decodeBody, decoderFor } from './decode-body.ts';
import { parseFormBody } from './parse-form-body.ts';
import { readBody, type BodyBounds } from './read-body.ts';

export interface BodyParts {
  limits: RequestLimits;
  /** For requests whose key was valid before their body was read. */
  budget: ByteBudget;
  /** For all others. */
  keylessBudget: ByteBudget;
  json: JsonParser;
  /** Default: the built-in kinds. */
  kinds?: KindSet;
}

/** Reads bodies up to the limit of the sender. A response releases its part of the budget. */
export function readBodies(app: FastifyInstance, parts: BodyParts): void {
  const holds = new WeakMap<FastifyRequest, ByteHold>();
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { accountId } = request.logFields;
    const budget = accountId === undefined ? parts.keylessBudget : parts.budget;
    const hold = budget.open(accountId ?? request.client ?? '');
    holds.set(request, hold);
    reply.raw.once('close', hold.close);
    // If the client disconnected during the lookup of its key, no event reports it any more.
    if (request.raw.socket.destroyed) {
      hold.close();
      return done(new RenderError('cancelled'));
    }
    done(null, payload);
  });
  const read = async (request: FastifyRequest, payload: Readable): Promise<Buffer<ArrayBuffer>> => {
    const { 'content-length': length, 'content-encoding': encoding } = request.headers;
    const createDecoder = decoderFor(encoding);
    const declaredBytes = length === undefined ? undefined : Number(length);
    const bounds = boundsFor(request, parts.limits);
    const grow = (bytes: number) => holds.get(request)?.grow(bytes) ?? false;
    const body = await readBody(payload, declaredBytes, { ...bounds, grow });
    if (createDecoder === undefined) return body;
    const growBoth = (bytes: number) => grow(body.byteLength + bytes);
    return decodeBody(body, createDecoder, { ...bounds, grow: growBoth });
  };
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const body = await read(request, payload);
      // Many clients send a content type without a body.
      if (body.byteLength === 0 && !hasBody(request.method)) return undefined;
      return parts.json.parse(body);
    },
  );
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: Readable) => {
      const type = request.headers['content-type'] ?? '';
      const { kinds = builtInKinds } = parts;
      if (kinds.names.every((kind) => request.routeOptions.url !== `/v1/${kind}`))
        throw noJson(type);
      return parseFormBody(type, await read(request, payload));
    },
  );
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    throw noJson(request.headers['content-type'] ?? 'none');
  });
}

function noJson(type: string): RenderError {
  return new RenderError(
    'invalid_request',
    `The body must be JSON, sent with content-type application/json; got ${type.slice(0, 80)}.`,
  );
}

/** A request without a valid key in a header has a smaller limit and less time. */
function boundsFor(
  { logFields }: FastifyRequest,
  { bodyBytes, keylessBodyBytes, receiveTimeoutMs, keylessReceiveTimeoutMs }: RequestLimits,
): Omit<BodyBounds, 'grow'> {
  if (logFields.accountId !== undefined) {
    const tooLarge = () => bodyTooLarge(bodyBytes);
    return { bytes: bodyBytes, timeoutMs: receiveTimeoutMs, tooLarge, noRoom };
  }
  const tooLarge = () => bodyTooLarge(keylessBodyBytes, bodyBytes);
  return { bytes: keylessBodyBytes, timeoutMs: keylessReceiveTimeoutMs, tooLarge, noRoom };
}

function noRoom(): RenderError {
  return new RenderError(
    'queue_full',
    'The bodies of the running requests are too large together; try again later.',
  );
}
