import { RenderError } from '@tintype/contract';
import { rateHeaders } from '@tintype/contract/headers';
import { limitsOf, type Account, type Plans, type Usage } from '@tintype/store';
import type { FastifyReply } from 'fastify';

/** Counts a request of an account and sets its rate headers. @throws RenderError `rate_limited` */
export async function takeRate(
  account: Account,
  plans: Plans,
  usage: Usage,
  reply: FastifyReply,
): Promise<void> {
  const state = await usage.takeRate(account.id, limitsOf(account, plans).ratePerMinute);
  reply.headers(rateHeaders(state));
  if (state.allowed) return;
  throw new RenderError(
    'rate_limited',
    `Only ${state.limit} requests per minute are allowed; try again in ${state.resetSeconds} s.`,
    { retryAfterS: state.resetSeconds },
  );
}
