import { RenderError } from '@tintype/contract';
import { rateHeaders } from '@tintype/contract/headers';
import type { Account, Plans, RateState, Usage } from '@tintype/store';
import type { FastifyReply } from 'fastify';

/** How many requests an account may send in a minute. */
export function rateOf(account: Account, plans: Plans): number {
  return account.ratePerMinute ?? plans[account.plan].ratePerMinute;
}

/**
 * Takes one request out of the minute of an account, and says in headers what is left of it.
 * @throws RenderError `rate_limited`
 */
export async function takeRate(
  account: Account,
  plans: Plans,
  usage: Usage,
  reply: FastifyReply,
): Promise<RateState> {
  const state = await usage.takeRate(account.id, rateOf(account, plans));
  reply.headers(rateHeaders(state));
  if (state.allowed) return state;
  throw new RenderError(
    'rate_limited',
    `Only ${state.limit} requests a minute are allowed; the next minute begins in ${state.resetSeconds} s.`,
    { retryAfterS: state.resetSeconds },
  );
}
