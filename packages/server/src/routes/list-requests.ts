import { RenderError } from '@tintype/contract';
import type { StoredRequest } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../parse/base-url.ts';
import { linkNext } from '../reply/link-next.ts';
import type { RequestFilter } from '../parse/read-request-filter.ts';
import type { Page, ServerOptions } from '../options/server-options.ts';
import { requestToJson } from '../reply/request-to-json.ts';

/** One page of the requests of the account that asks, newest first, and where the next one is. */
export async function listRequests(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, cursor, ...filter }: Page & RequestFilter,
  { store, baseUrl }: ServerOptions,
): Promise<Record<string, unknown>[]> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { requests, next } = await store.requests.search(request.caller.account.id, {
    ...filter,
    limit,
    ...(after && { after }),
  });
  linkNext(request, reply, baseUrlOf(request, baseUrl), next && writeCursor(next));
  return requests.map(requestToJson);
}

type Place = Pick<StoredRequest, 'createdAt' | 'id'>;

function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id] = /^([0-9]{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  const message = 'cursor must be the one that the page before gave.';
  const details = [{ parameter: 'cursor', message }];
  throw new RenderError('invalid_parameter', message, { details });
}
