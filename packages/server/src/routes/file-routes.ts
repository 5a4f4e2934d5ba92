import { RenderError } from '@tintype/contract';
import type { StoredFile } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged, readRange } from '../parse/read-range.ts';
import { resultHeaders } from '../reply/result-headers.ts';
import type { ServerOptions } from '../options/server-options.ts';
import { describe, type Operation, type Route, type RouteContext } from '../route/define-route.ts';
import { pathParameter } from '../route/json-parts.ts';
import {
  contentHeaders,
  headersOf,
  headOf,
  locationHeader,
  partResponses,
} from '../route/response-headers.ts';

const params = [
  pathParameter('file', '64 hex digits and the extension.', {
    type: 'string',
    pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,8}$',
  }),
];
const content = { '*/*': { schema: { type: 'string', format: 'binary' } } };
const operation = {
  id: 'getFile',
  tag: 'Requests',
  summary: 'A stored result',
  description: 'The file.',
  content,
  headers: { ...headersOf(['contentDisposition']), ...contentHeaders },
  responses: {
    ...partResponses(content, headersOf(['requestId'])),
    302: {
      description: 'If enabled by the operator: the temporary S3 URL of the file.',
      headers: locationHeader('Temporary URL of the file.'),
    },
  },
  errors: ['not_found', 'storage_failed'],
} satisfies Operation;

/** Stored results. Their names cannot be guessed, so no key is required. */
export const fileRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/files/:file', access: 'public', params, operation, handle: sendFile },
  {
    method: 'HEAD',
    path: '/v1/files/:file',
    access: 'public',
    operation: () => {
      const { 302: _redirect, ...responses } = operation.responses;
      const get = describe({ ...operation, responses }, 'public');
      return headOf(get, 'headFile', 'The headers of a stored result');
    },
    handle: sendFile,
  },
];

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, now }: RouteContext,
): Promise<FastifyReply> {
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
  // The console's policy allows only its own origin.
  const isOfConsole = request.headers['sec-fetch-site'] === 'same-origin';
  const address =
    secondsLeft > 0 && !isOfConsole ? await addressOf(file, secondsLeft, store) : undefined;
  if (address !== undefined) {
    // The URL expires before the file.
    reply.removeHeader('content-length').removeHeader('content-range');
    return reply.code(302).headers({ location: address, 'cache-control': 'no-store' }).send();
  }
  const content = await store.fileBytes.open(file, range);
  if (content === undefined) throw notThere();
  return reply.send(content);
}

/**
 * Returns a redirect, except for files that a browser would run: only this service sends the
 * headers that prevent it.
 */
async function addressOf(
  file: StoredFile,
  secondsLeft: number,
  store: Pick<ServerOptions['store'], 'fileBytes'>,
): Promise<string | undefined> {
  const { 'content-security-policy': policy, ...headers } = resultHeaders({
    ...file,
    shownName: storedName(file),
  });
  const contentDisposition = headers['content-disposition'] ?? 'inline';
  const overrides = { contentType: file.mediaType, contentDisposition };
  return policy === undefined ? store.fileBytes.address?.(file, overrides, secondsLeft) : undefined;
}

const notThere = () => new RenderError('not_found', 'File not found: it may have expired.');

/** Displayed files are saved under this name, not under the secret in the URL. */
function storedName({ createdAt }: StoredFile): string {
  return `tintype-${new Date(createdAt).toISOString().slice(0, 19).replace(/[T:]/g, '-')}`;
}
