import type { RenderRequest } from '@tintype/contract';
import { limitsOf, refusedRequest, type NewRequest, type StoredRequest } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../answer/base-url.ts';
import { sendJson } from '../answer/send-json.ts';
import type { Repeat } from '../repeats/create-repeats.ts';
import type { ServerOptions } from '../server-options.ts';
import { seconds } from './request-to-json.ts';

/** Keeps a request to be rendered later. When the answer leaves, it is on disk. */
export async function accept(
  wanted: RenderRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServerOptions,
  repeat: Repeat | undefined,
): Promise<FastifyReply> {
  const { store, plans, wake } = options;
  const { account } = request.caller;
  const limits = limitsOf(account, plans);
  await store.capacity.check();
  const accepted = await store.requests.accept(
    newRequest(wanted, request, options),
    limits.quotaPerMonth,
    limits,
    repeat?.accepting(),
  );
  if (typeof accepted === 'string') throw refusedRequest(accepted, limits);
  repeat?.accepted();
  wake.worker();
  return sendAccepted(reply, accepted);
}

/** The answer to a request that was accepted, as it was then. */
export function sendAccepted(reply: FastifyReply, accepted: StoredRequest): FastifyReply {
  const address = `${accepted.baseUrl}/v1/requests/${accepted.id}`;
  reply.header('location', address);
  return sendJson(reply, 202, {
    id: accepted.id,
    status: 'queued',
    created: seconds(accepted.createdAt),
    status_url: address,
  });
}

/** A request as the store keeps it, under the id of the HTTP request that brought it. */
export function newRequest(
  wanted: RenderRequest,
  request: FastifyRequest,
  { baseUrl }: Pick<ServerOptions, 'baseUrl'>,
): NewRequest {
  const { kind, webhook_url: url, webhook_signed: signed, ...parameters } = wanted;
  return {
    id: request.id,
    accountId: request.caller.account.id,
    api: kind,
    parameters,
    baseUrl: baseUrlOf(request, baseUrl),
    ...(url === undefined ? {} : { webhook: { url, signed } }),
  };
}
