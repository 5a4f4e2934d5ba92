import { RenderError } from '@tintype/contract';
import { rateHeaders } from '@tintype/contract/headers';
import { limitsOf, type Account, type Plans, type RateState, type Usage } from '@tintype/store';
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
  refuseBeyond(state);
}

/** @throws RenderError `rate_limited` for a state that allows no further request */
export function refuseBeyond(state: RateState, what = 'requests'): void {
  const { allowed, limit, resetSeconds: retryAfterS } = state;
  if (allowed) return;
  const message = `Only ${limit} ${what} per minute are allowed; try again in ${retryAfterS} s.`;
  throw new RenderError('rate_limited', message, { retryAfterS });
}
