import { RenderError, type KindSet } from '@tintype/contract';
import { readCursor, writeCursor } from '@tintype/contract/read';
import { requestStatuses, type RequestState } from '@tintype/contract/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { resultHeaders } from '../reply/result-headers.ts';
import { sendOutputs, readPackaging } from '../reply/send-outputs.ts';
import { linkNext, readPage } from '../parse/read-list.ts';
import {
  filterNames,
  readRequestFilter,
  requestApis,
  requestVerdicts,
  type RequestFilter,
} from '../parse/read-request-filter.ts';
import { declareRoutes, idOf, type Route } from '../route/define-route.ts';
import {
  linkHeader,
  listContent,
  pageParameters,
  pathParameter,
  queryParameter,
  type Json,
} from '../route/json-parts.ts';
import { contentHeaders, headersOf } from '../route/response-headers.ts';
import { baseUrlOf } from '../parse/read-query.ts';
import type { Page, ServerOptions } from '../options/server-options.ts';
import { requestToJson } from '../reply/request-to-json.ts';

const params = [pathParameter('id', 'Id of the request.', { type: 'string' })];
const timestamp: Json = { type: 'integer', format: 'int64', minimum: 0 };
const words: Json = { type: 'string', minLength: 1, maxLength: 2_048 };

/** State of async requests, and of those that have a webhook. */
export const requestRoutes = (kinds: KindSet): readonly Route[] =>
  declareRoutes('account', 'Requests', [
    {
      method: 'GET',
      path: '/v1/requests',
      operation: {
        id: 'listRequests',
        summary: 'Async requests and requests with a webhook, newest first',
        parameters: [
          queryParameter('status', 'Only requests of this status.', { enum: requestStatuses }),
          queryParameter('api', 'Only requests of this kind.', { enum: requestApis(kinds) }),
          queryParameter('batch', 'Only requests of this batch.', { type: 'string' }),
          queryParameter('task', 'Only runs of this task.', { type: 'integer', format: 'int64' }),
          queryParameter(
            'since',
            'Only requests created since this time, Unix seconds.',
            timestamp,
          ),
          queryParameter(
            'until',
            'Only requests created before this time, Unix seconds.',
            timestamp,
          ),
          queryParameter(
            'slow',
            'Only requests that finished at least this many seconds after their creation.',
            {
              type: 'number',
              minimum: 0,
              maximum: 86_400,
            },
          ),
          queryParameter('host', 'Only pages of this host, with or without the port.', words),
          queryParameter('address', 'Only pages whose URL contains this text.', words),
          queryParameter('verdict', 'Only requests with this verdict in the receipt.', {
            enum: requestVerdicts,
          }),
          queryParameter('error', 'Only requests that failed with this code.', { type: 'string' }),
          ...pageParameters,
        ],
        description:
          'A page. It can have fewer entries than `limit`, or none, and still a next page: with `slow`, `host`, `address`, `verdict` or `error` a page searches 5,000 requests.',
        headers: linkHeader,
        errors: ['invalid_parameter', 'unknown_parameter'],
        content: listContent('requests', 'Request'),
      },
      handle: async (request, reply, options) => {
        const page = readPage(request.entries, filterNames);
        const filter = readRequestFilter(request.entries, options.kinds);
        const requests = await listRequests(request, reply, { ...page, ...filter }, options);
        return { requests };
      },
    },
    {
      method: 'GET',
      path: '/v1/requests/:id',
      params,
      operation: {
        id: 'getRequest',
        summary: 'Status and result of an async request or one with a webhook',
        description:
          'The request. With `Accept: application/zip` or `multipart/mixed`, the files of captures.',
        content: 'Request',
        errors: ['not_found'],
      },
      handle: async (request, reply, options) => {
        const { account } = request.caller;
        const found = await options.store.requests.getFor(account.id, idOf(request));
        if (found === undefined) throw missing();
        const hasOutputs = found.status === 'succeeded' && found.outputs !== undefined;
        const packaging = hasOutputs ? readPackaging(request.headers.accept) : 'json';
        return sendOutputs(reply, found, packaging, options);
      },
    },
    {
      method: 'DELETE',
      path: '/v1/requests/:id',
      operation: {
        id: 'deleteRequest',
        summary:
          'Delete a request with its files, its trace and its webhooks; cancels one that has not finished',
        status: 204,
        description: 'Deleted.',
        errors: ['not_found'],
      },
      handle: async (request, _reply, { store }) => {
        if (!(await store.requests.remove(request.caller.account.id, idOf(request))))
          throw missing();
      },
    },
    {
      method: 'GET',
      path: '/v1/requests/:id/trace',
      params,
      operation: {
        id: 'getTrace',
        summary: 'The trace of a failed request, stored for a day',
        description: 'The trace.',
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        headers: { ...headersOf(['contentDisposition']), ...contentHeaders },
        errors: ['not_found', 'storage_failed'],
      },
      handle: async (request, reply, { store }) => {
        const id = idOf(request);
        const file = await store.files.traceOf(request.caller.account.id, id);
        const content = file && (await store.fileBytes.open(file));
        if (!content) throw new RenderError('not_found', 'No trace is stored for this request.');
        reply.headers({
          ...resultHeaders({ ...file, shownName: `trace-${id}` }),
          'content-length': file.bytes,
          'cache-control': 'private, no-store',
        });
        return reply.send(content);
      },
    },
  ]);

/** Sends a page of the account's requests, newest first, with a link to the next. */
export async function listRequests(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, cursor, ...filter }: Page & RequestFilter,
  { store, baseUrl }: ServerOptions,
): Promise<RequestState[]> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { requests, next } = await store.requests.search(request.caller.account.id, {
    ...filter,
    limit,
    ...(after && { after }),
  });
  linkNext(request, reply, baseUrlOf(request, baseUrl), next && writeCursor(next));
  return requests.map(requestToJson);
}

function missing(): RenderError {
  return new RenderError('not_found', 'Request not found.');
}
