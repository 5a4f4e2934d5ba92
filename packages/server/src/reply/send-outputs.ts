import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { manifestName, RenderError } from '@tintype/contract';
import { contentDisposition } from '@tintype/contract/headers';
import type { Store, StoredOutput, StoredRequest } from '@tintype/store';
import type { FastifyReply } from 'fastify';
import { readAccept } from '../parse/read-accept.ts';
import { requestToJson } from './request-to-json.ts';
import { type PackedFile, writeMultipart, writeZip } from './pack-files.ts';
import { resultHeaders } from './result-headers.ts';
import { sendJson } from './send-json.ts';

type StoredFile = NonNullable<StoredOutput['file']>;

/** Sends several files of one load: their URLs, or one body that starts with their JSON. */
export async function sendOutputs(
  reply: FastifyReply,
  request: StoredRequest,
  packaging: Packaging,
  { store: { fileBytes }, now }: { store: Pick<Store, 'fileBytes'>; now: () => number },
): Promise<FastifyReply> {
  const body = requestToJson(request);
  reply.header('vary', 'Accept');
  if (packaging === 'json') return sendJson(reply, 200, body);
  const present = (request.outputs ?? []).flatMap(({ name, file }) =>
    file ? [{ name, file }] : [],
  );
  for (const { name, file } of present) {
    // Its bytes remain until a sweep.
    if (file.expiresAt > now() && (await isThere(file, fileBytes))) continue;
    throw new RenderError('not_found', `The file ${name} has expired.`);
  }
  const files = packed(body, present, fileBytes);
  const extension = packaging === 'zip' ? 'zip' : 'txt';
  const boundary = `tintype-${randomBytes(12).toString('hex')}`;
  const mediaType =
    packaging === 'zip' ? 'application/zip' : `multipart/mixed; boundary=${boundary}`;
  const bytes = packaging === 'zip' ? writeZip(files) : writeMultipart(files, boundary);
  const shownName = `tintype-${request.id}`;
  reply.code(200).headers({
    ...resultHeaders({ mediaType, extension, shownName }),
    ...(packaging === 'zip' && {
      'content-disposition': contentDisposition(shownName, 'zip'),
    }),
    'cache-control': 'no-store',
  });
  return reply.send(Readable.from(bytes, { objectMode: false }));
}

function isThere({ name, bytes }: StoredFile, fileBytes: Store['fileBytes']): Promise<boolean> {
  return fileBytes.has({ name, bytes });
}

function* packed(
  body: object,
  present: readonly { name: string; file: StoredFile }[],
  fileBytes: Store['fileBytes'],
): Generator<PackedFile> {
  const manifest = Buffer.from(`${JSON.stringify(body, null, 2)}\n`);
  yield { name: manifestName, mediaType: 'application/json', content: once(manifest) };
  for (const { name, file } of present) {
    yield { name, mediaType: file.mediaType, content: contentOf(file, fileBytes) };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Opens a file only when it is sent. If it is gone by then, the response is aborted. */
async function* contentOf(
  { name, bytes }: StoredFile,
  fileBytes: Store['fileBytes'],
): AsyncGenerator<Uint8Array> {
  const content = await fileBytes.open({ name, bytes });
  if (content === undefined) throw new RenderError('not_found');
  yield* content as AsyncIterable<Uint8Array>;
}

/** Format of a response with several files: their URLs as JSON, or all files in one body. */
export type Packaging = 'json' | 'zip' | 'multipart';

const packagings = {
  'application/json': 'json',
  'application/zip': 'zip',
  'multipart/mixed': 'multipart',
} as const;

const packagingTypes = Object.keys(packagings) as (keyof typeof packagings)[];

/** Returns the format that `Accept` prefers; JSON by default. */
export function readPackaging(accept: string | undefined): Packaging {
  return packagings[readAccept(accept, packagingTypes) ?? 'application/json'];
}
