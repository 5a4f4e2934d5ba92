import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Shorter bodies gain nothing worth the time. */
const minLength = 1_024;

const compress = promisify(gzip);

/**
 * Compresses long JSON with gzip. Other results are compressed already, or have ranges. No JSON
 * contains a secret beside foreign text (BREACH).
 */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < minLength || !isPlainJson(reply)) {
      return done(null, payload);
    }
    reply.header('vary', joined(reply.getHeader('vary'), 'Accept-Encoding'));
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload);
    compress(payload).then((packed) => {
      reply.headers({ 'content-encoding': 'gzip', 'content-length': packed.byteLength });
      done(null, packed);
    }, done);
  });
}

function isPlainJson(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return type.startsWith('application/json') && !reply.hasHeader('content-encoding');
}

function joined(vary: number | string | string[] | undefined, name: string): string {
  return [vary ?? [], name].flat().join(', ');
}

/** True if `Accept-Encoding` allows gzip with a weight above 0 (RFC 9110, 12.5.3). */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const weights = new Map(
    [accepted ?? []]
      .flat()
      .flatMap((line) => line.split(','))
      .map((part) => {
        const [name = '', ...parameters] = part
          .toLowerCase()
          .split(';')
          .map((word) => word.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
        return [name, Number(weight)] as const;
      }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
