import { RenderError } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import { deliveryStates, type Delivery } from '@tintype/contract/wire';
import {
  limitsOf,
  refusedRequest,
  type Delivery as StoredDelivery,
  type DeliveryState,
  type Store,
} from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../parse/read-query.ts';
import { linkNext, readPage } from '../parse/read-list.ts';
import { seconds } from '../reply/json-values.ts';
import { declareRoutes, idOf, type Route } from '../route/define-route.ts';
import {
  linkHeader,
  listContent,
  pageParameters,
  pathParameter,
  queryParameter,
} from '../route/json-parts.ts';

const filters: ReadonlySet<string> = new Set(['state']);

const params = [pathParameter('id', 'Id of the delivery: its `webhook-id`.', { type: 'string' })];
const content = 'Delivery';

/** Webhooks of the account. */
export const deliveryRoutes: readonly Route[] = declareRoutes('account', 'Requests', [
  {
    method: 'GET',
    path: '/v1/deliveries',
    operation: {
      id: 'listDeliveries',
      summary: 'Webhooks of the account, newest first',
      parameters: [
        queryParameter('state', 'Only webhooks of this state.', { enum: deliveryStates }),
        ...pageParameters,
      ],
      headers: linkHeader,
      errors: ['invalid_parameter', 'unknown_parameter'],
      content: listContent('deliveries', 'Delivery'),
    },
    handle: async (request, reply, { store, baseUrl }) => {
      const { limit, cursor: before } = readPage(request.entries, filters);
      const state = readState(request);
      const found = await store.outbox.list({
        accountId: request.caller.account.id,
        limit: limit + 1,
        ...(state && { state }),
        ...(before !== undefined && { before }),
      });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1)?.id : undefined;
      linkNext(request, reply, baseUrlOf(request, baseUrl), last);
      return { deliveries: page.map(deliveryToJson) };
    },
  },
  {
    method: 'GET',
    path: '/v1/deliveries/:id',
    params,
    operation: { id: 'getDelivery', summary: 'One webhook', content, errors: ['not_found'] },
    handle: async (request, _reply, { store }) => deliveryToJson(await find(request, store)),
  },
  {
    method: 'POST',
    path: '/v1/deliveries/:id/retry',
    params,
    operation: {
      id: 'retryDelivery',
      summary: 'Send a webhook again, with the same webhook-id',
      status: 202,
      description: 'Queued; it is sent within a second.',
      content,
      errors: ['invalid_request', 'not_found', 'queue_full'],
    },
    handle: async (request, _reply, { store, plans }) => {
      const { id } = await find(request, store);
      const { account } = request.caller;
      const limits = limitsOf(account, plans);
      const outcome = await store.outbox.retryFor(account.id, id, limits);
      if (outcome === 'too_many_waiting') throw refusedRequest(outcome, limits);
      if (outcome === 'pending') {
        const message = 'The webhook is pending: only a finished one can be sent again.';
        throw new RenderError('invalid_request', message);
      }
      return deliveryToJson(await find(request, store));
    },
  },
]);

/** Deliveries of another account are not found. */
async function find(
  request: FastifyRequest,
  { outbox }: Pick<Store, 'outbox'>,
): Promise<StoredDelivery> {
  const id = idOf(request);
  const found = await outbox.get(id);
  if (found?.accountId === request.caller.account.id) return found;
  throw new RenderError('not_found', 'Webhook not found.');
}

function readState({ entries }: FastifyRequest): DeliveryState | undefined {
  const given = entries.findLast(([name]) => name === 'state')?.[1];
  if (given === undefined) return undefined;
  const state = deliveryStates.find((known) => known === given);
  if (state !== undefined) return state;
  throw parameterError('state', `state must be one of ${deliveryStates.join(', ')}.`);
}

/** Returns a delivery in the API's form. */
function deliveryToJson(delivery: StoredDelivery): Delivery {
  const { id, requestId, url, state, attempts, body, signed, createdAt } = delivery;
  const { nextAttemptAt, finishedAt, lastStatus, lastError } = delivery;
  return {
    id,
    request: requestId,
    url,
    state,
    signed,
    attempts,
    created: seconds(createdAt),
    ...(nextAttemptAt === undefined ? {} : { next_attempt: seconds(nextAttemptAt) }),
    ...(finishedAt === undefined ? {} : { finished: seconds(finishedAt) }),
    ...(lastStatus === undefined ? {} : { last_status: lastStatus }),
    ...(lastError === undefined ? {} : { last_error: lastError }),
    body,
  };
}
