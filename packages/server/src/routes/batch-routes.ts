import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseBatch, RenderError, type KindSet, type ErrorCode } from '@tintype/contract';
import { rateHeaders } from '@tintype/contract/headers';
import type { BatchState } from '@tintype/contract/wire';
import { limitsOf, type Batch } from '@tintype/store';
import { baseUrlOf } from '../parse/read-query.ts';
import { markReplayed } from '../reply/send-answer.ts';
import {
  bodyFields,
  readIdempotencyKey,
  refuseQuery,
  typedParameters,
} from '../parse/read-render.ts';
import { withSitemap } from '../parse/with-sitemap.ts';
import { seconds } from '../reply/json-values.ts';
import { renderErrors } from '../route/error-responses.ts';
import { declareRoutes, idOf, type Route } from '../route/define-route.ts';
import { idempotencyParameter, pathParameter } from '../route/json-parts.ts';
import { locationHeader } from '../route/response-headers.ts';

type Given = Record<string, unknown>;

/** Requests of a batch that count as one request of the account's rate. */
const perRate = 100;

const params = [pathParameter('id', 'Id of the batch.', { type: 'string' })];
const content = 'Batch';
const errors: readonly ErrorCode[] = ['not_found'];

/** Batches of requests: queued together, reported as one. */
export const batchRoutes: readonly Route[] = declareRoutes('account', 'Requests', [
  {
    method: 'POST',
    path: '/v1/batches',
    operation: {
      id: 'createBatch',
      summary: 'Queue many requests together',
      parameters: [idempotencyParameter],
      body: 'NewBatch',
      status: 202,
      description: 'All requests are queued.',
      headers: locationHeader('Address of its status.'),
      content,
      errors: renderErrors,
    },
    handle: async (request, reply, { jobs, store, kinds, plans, baseUrl, running }) => {
      refuseQuery(request.entries);
      request.logFields.operation = 'batches';
      const { account } = request.caller;
      const body = withTypes(bodyFields(request.body, 'the requests'), kinds);
      const asked = {
        id: request.id,
        accountId: account.id,
        idempotencyKey: readIdempotencyKey(request),
        operation: 'batches',
        parameters: body,
        log: request.log,
      };
      const address = baseUrlOf(request, baseUrl);
      const created = await jobs.once(asked, async (keeper) => {
        const pause = () => nextTurn();
        const { body: listed, sitemap } = await withSitemap(body, (url, limit) =>
          jobs.readSitemap(account, url, limit, running.signalOf(reply)),
        );
        const publicOf = (batch: Batch): BatchState => ({
          ...toJson(batch),
          ...(sitemap && { sitemap }),
        });
        const parsed = await parseBatch(listed, { ...jobs.rulesFor(account), pause });
        // The call itself was counted already.
        const further = Math.ceil(parsed.requests.length / perRate) - 1;
        const { ratePerMinute } = limitsOf(account, plans);
        if (further > 0) {
          reply.headers(
            rateHeaders(await store.usage.takeRate(account.id, ratePerMinute, further)),
          );
        }
        const repeat = keeper && { keeper, answerOf: publicOf };
        const { traceparent } = request.logFields;
        const submission = { id: request.id, account, ...parsed, baseUrl: address, traceparent };
        return publicOf(await jobs.submitBatch({ ...submission, ...(repeat && { repeat }) }));
      });
      if (created.isReplayed) markReplayed(reply, created.id);
      reply.header('location', String((created.value as Given)['status_url']));
      return created.value;
    },
  },
  {
    method: 'GET',
    path: '/v1/batches/:id',
    params,
    operation: { id: 'getBatch', summary: 'Progress of a batch', content, errors },
    handle: async (request, _reply, { store }) => {
      const found = await store.batches.getFor(request.caller.account.id, idOf(request));
      return toJson(found ?? missing());
    },
  },
  {
    method: 'DELETE',
    path: '/v1/batches/:id',
    operation: {
      id: 'cancelBatch',
      summary: 'Cancel the requests of a batch that have not started',
      content,
      errors,
    },
    handle: async (request, _reply, { store }) => {
      const error = new RenderError('cancelled', 'The batch was cancelled.').toBody();
      const { account } = request.caller;
      return toJson((await store.batches.cancel(account.id, idOf(request), error)) ?? missing());
    },
  },
]);

function missing(): never {
  throw new RenderError('not_found', 'Batch not found.');
}

/** Converts strings, as in any body. */
function withTypes(body: Given, kinds: KindSet | undefined): Given {
  const typed = (given: unknown) => typedParameters(given, kinds);
  const { requests, urls, sitemap, limit, ...shared } = body;
  return {
    ...(typed(shared) as Given),
    ...(urls === undefined ? {} : { urls }),
    ...(sitemap === undefined ? {} : { sitemap }),
    ...(limit === undefined ? {} : { limit }),
    ...(requests === undefined
      ? {}
      : { requests: Array.isArray(requests) ? requests.slice(0, 1_001).map(typed) : requests }),
  };
}

/** Returns a batch in the API's form. */
function toJson(batch: Batch): BatchState {
  const { id, total, queued, processing, succeeded, failed, createdAt, finishedAt } = batch;
  return {
    id,
    status: finishedAt === undefined ? 'running' : 'finished',
    total,
    queued,
    processing,
    succeeded,
    failed,
    created: seconds(createdAt),
    ...(finishedAt === undefined ? {} : { finished: seconds(finishedAt) }),
    status_url: `${batch.baseUrl}/v1/batches/${id}`,
    requests: `${batch.baseUrl}/v1/requests?batch=${id}`,
  };
}
