import { RenderError } from '@tintype/contract';
import { limitsOf, refusedRequest, type Delivery, type DeliveryState } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../reply/base-url.ts';
import { linkNext } from '../reply/link-next.ts';
import { sendJson } from '../reply/send-json.ts';
import { readPage } from '../parse/read-page.ts';
import type { ServerOptions } from '../server-options.ts';
import { seconds } from '../reply/json-values.ts';

/** In the order of a delivery's life. */
export const deliveryStates: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

const filters: ReadonlySet<string> = new Set(['state']);

/** Webhooks of the account: what was sent, what became of it, and to send it again. */
export function deliveryRoutes(
  app: FastifyInstance,
  { store, baseUrl, plans }: ServerOptions,
): void {
  const { outbox } = store;
  app.get('/v1/deliveries', async (request, reply) => {
    const { limit, cursor: before } = readPage(request.entries, filters);
    const state = readState(request);
    const found = await outbox.list({
      accountId: request.caller.account.id,
      limit: limit + 1,
      ...(state && { state }),
      ...(before !== undefined && { before }),
    });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1)?.id : undefined;
    linkNext(request, reply, baseUrlOf(request, baseUrl), last);
    return sendJson(reply, 200, { deliveries: page.map(deliveryToJson) });
  });

  app.get('/v1/deliveries/:id', async (request, reply) =>
    sendJson(reply, 200, { ...deliveryToJson(await find(request)) }),
  );

  app.post('/v1/deliveries/:id/retry', async (request, reply) => {
    const { id } = await find(request);
    const { account } = request.caller;
    const limits = limitsOf(account, plans);
    const outcome = await outbox.retryFor(account.id, id, limits);
    if (outcome === 'too_many_waiting') throw refusedRequest(outcome, limits);
    if (outcome === 'pending') {
      const message = 'The webhook is on its way: only one that has ended is sent again.';
      throw new RenderError('invalid_request', message);
    }
    return sendJson(reply, 202, deliveryToJson(await find(request)));
  });

  /** Deliveries of another account are not found. */
  async function find(request: FastifyRequest): Promise<Delivery> {
    const { id } = request.params as { id: string };
    const found = await outbox.get(id);
    if (found?.accountId === request.caller.account.id) return found;
    throw new RenderError('not_found', 'There is no delivery of this id.');
  }
}

function readState({ entries }: FastifyRequest): DeliveryState | undefined {
  const given = entries.findLast(([name]) => name === 'state')?.[1];
  if (given === undefined) return undefined;
  const state = deliveryStates.find((known) => known === given);
  if (state !== undefined) return state;
  const message = `state must be one of ${deliveryStates.join(', ')}.`;
  throw new RenderError('invalid_parameter', message, {
    details: [{ parameter: 'state', message }],
  });
}

/** Writes a delivery as the API shows it. */
function deliveryToJson(delivery: Delivery): Record<string, unknown> {
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
