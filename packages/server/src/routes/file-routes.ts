import { RenderError } from '@tintype/contract';
import type { StoredFile } from '@tintype/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from '../reply/is-unchanged.ts';
import { resultHeaders } from '../reply/result-headers.ts';
import { readRange } from '../parse/read-range.ts';
import type { ServerOptions } from '../server-options.ts';

/** Stored results. Their names cannot be guessed, so no key is required. */
export function fileRoutes(app: FastifyInstance, { store, now }: ServerOptions): void {
  app.route({ method: ['GET', 'HEAD'], url: '/v1/files/:file', handler });

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { file: asked } = request.params as { file: string };
    const [, name = '', extension = ''] = /^([0-9a-f]{64})\.([a-z0-9]{1,8})$/.exec(asked) ?? [];
    const file = name === '' ? undefined : await store.files.get(name);
    if (file === undefined || file.extension !== extension) throw notThere();
    const secondsLeft = Math.max(0, Math.floor((file.expiresAt - now()) / 1000));
    reply.headers({
      ...resultHeaders({ ...file, shownName: storedName(file) }),
      etag: `"${file.sha256}"`,
      'accept-ranges': 'bytes',
      'cache-control': `public, max-age=${secondsLeft}, immutable`,
    });
    if (isUnchanged(request.headers, file.sha256)) return reply.code(304).send();
    const range = readRange(request.method, request.headers, file);
    if (range === undefined) reply.header('content-length', file.bytes);
    else {
      reply.code(206).headers({
        'content-length': range.last - range.first + 1,
        'content-range': `bytes ${range.first}-${range.last}/${file.bytes}`,
      });
    }
    if (request.method === 'HEAD') return reply.send();
    // The console shows what comes from its own origin alone.
    const isOfConsole = request.headers['sec-fetch-site'] === 'same-origin';
    const address =
      secondsLeft > 0 && !isOfConsole ? await addressOf(file, secondsLeft) : undefined;
    if (address !== undefined) {
      // The address ends sooner than the file.
      reply.removeHeader('content-length').removeHeader('content-range');
      return reply.code(302).headers({ location: address, 'cache-control': 'no-store' }).send();
    }
    const content = await store.fileBytes.open(file, range);
    if (content === undefined) throw notThere();
    return reply.send(content);
  }

  /** Files that a browser would run as a page need headers that only this service sends. */
  async function addressOf(file: StoredFile, secondsLeft: number): Promise<string | undefined> {
    const { 'content-security-policy': policy, ...headers } = resultHeaders({
      ...file,
      shownName: storedName(file),
    });
    const contentDisposition = headers['content-disposition'] ?? 'inline';
    const told = { contentType: file.mediaType, contentDisposition };
    return policy === undefined ? store.fileBytes.address?.(file, told, secondsLeft) : undefined;
  }
}

const notThere = () => new RenderError('not_found', 'There is no such file; it may have expired.');

/** Displayed files are saved under this name, and not as the secret that the URL ends with. */
function storedName({ createdAt }: StoredFile): string {
  return `tintype-${new Date(createdAt).toISOString().slice(0, 19).replace(/[T:]/g, '-')}`;
}
