import type { RenderRequest } from '@tintype/contract';
import { limitsOf, type NewRequest } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../answer/base-url.ts';
import { sendJson } from '../answer/send-json.ts';
import { quotaExceeded } from '../perform/create-perform.ts';
import type { ServerOptions } from '../server-options.ts';
import { seconds } from './request-routes.ts';

/** Keeps a request to be rendered later. When the answer leaves, it is on disk. */
export async function accept(
  wanted: RenderRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServerOptions,
): Promise<FastifyReply> {
  const { store, plans, wake } = options;
  const { account } = request.caller;
  const { quotaPerMonth: quota } = limitsOf(account, plans);
  const accepted = await store.requests.accept(newRequest(wanted, request, options), quota);
  if (accepted === 'quota_exceeded') throw quotaExceeded(quota);
  wake.worker();
  const address = `${accepted.baseUrl}/v1/requests/${accepted.id}`;
  reply.header('location', address);
  return sendJson(reply, 202, {
    id: accepted.id,
    status: accepted.status,
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
