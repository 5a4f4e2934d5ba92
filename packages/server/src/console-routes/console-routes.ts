import { gzipSync } from 'node:zlib';
import { builtInKinds, devices, parameterList, RenderError, type KindSet } from '@tintype/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { takesGzip } from '../reply/compress-json.ts';
import type { ConsoleFile, ConsoleOptions } from '../options/server-options.ts';
import { signInRoutes, type SignInParts } from './sign-in.ts';

/** Loads from the service only. Results are shown from memory (`blob:`). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "frame-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

export interface ConsoleParts extends Omit<SignInParts, 'operatorPassword'> {
  console: ConsoleOptions;
  kinds?: KindSet | undefined;
}

/** `/console`: static pages, without a key; their API requests need one. */
export function consoleRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { operatorPassword } = parts.console;
  signInRoutes(app, { ...parts, operatorPassword });
  const form = JSON.stringify(formOf(parts.kinds ?? builtInKinds, operatorPassword !== undefined));
  app.get('/console/form.json', async (_request, reply) =>
    reply
      .headers({ ...headers, 'content-type': 'application/json', 'cache-control': 'no-cache' })
      .send(form),
  );
  const files = createFiles(parts.console);
  app.get('/console/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const file = (await files()).get(name);
    if (file === undefined || name === 'index.html') throw new RenderError('not_found');
    const cached = reply.header('cache-control', 'public, max-age=31536000, immutable');
    return send(cached, file, request.headers['accept-encoding']);
  });
  for (const url of ['/console', '/console/:page', '/console/:page/:id']) {
    app.get(url, async (request, reply) => {
      const page = (await files()).get('index.html');
      if (page === undefined) throw new RenderError('not_found');
      return send(
        reply.header('cache-control', 'no-cache'),
        page,
        request.headers['accept-encoding'],
      );
    });
  }
}

interface PackedFile extends ConsoleFile {
  packed: Uint8Array;
}

/** Reads and compresses the files once. A failure is retried by the next request. */
function createFiles({ files }: ConsoleOptions): () => Promise<ReadonlyMap<string, PackedFile>> {
  let reading: Promise<ReadonlyMap<string, PackedFile>> | undefined;
  const read = async () => {
    const found = await files();
    return new Map(
      [...found].map(([name, file]) => [name, { ...file, packed: gzipSync(file.bytes) }] as const),
    );
  };
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

function send(
  reply: FastifyReply,
  { bytes, packed, mediaType }: PackedFile,
  accepted: string | string[] | undefined,
): FastifyReply {
  reply.headers({ ...headers, 'content-type': mediaType, vary: 'Accept-Encoding' });
  if (!takesGzip(accepted)) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(packed);
}

/** Data for the playground's form. */
function formOf(kinds: KindSet, hasPassword: boolean) {
  return {
    hasPassword,
    devices: devices.map(({ id, name }) => ({ id, name })),
    kinds: [...kinds].map(({ name, files }) => ({
      name,
      files,
      parameters: parameterList(name, kinds)
        .filter(({ group }) => group !== 'account')
        .map(({ kinds: _kinds, lowerCase: _lower, ...info }) => info),
    })),
  };
}
