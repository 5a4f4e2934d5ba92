import { RenderError } from '@tintype/contract';
import { limitsOf, refusedRequest, type Plans, type Usage } from '@tintype/store';
import type { JobMiddleware, Outcome } from '../job.ts';

/**
 * Holds a render of the month's quota while a job is rendered. One that succeeds still has it, and one that fails in a way that counts keeps
 * it.
 */
export function charged(
  usage: Pick<Usage, 'reserve' | 'settle' | 'release'>,
  plans: Plans,
): JobMiddleware {
  return async (request, context, next) => {
    const { account, signal, charge, isQueued } = context;
    if (isQueued) return next(request, context);
    const limits = limitsOf(account, plans);
    const reservationId = await usage.reserve(account.id, limits.quotaPerMonth);
    if (reservationId === undefined) throw refusedRequest('quota_exceeded', limits);
    let outcome: Outcome;
    try {
      signal.throwIfAborted();
      outcome = await next(request, context);
    } catch (error) {
      const isCharged = error instanceof RenderError && error.charged;
      await (isCharged ? usage.settle(reservationId) : usage.release(reservationId));
      throw error;
    }
    await charge.hold(reservationId);
    return outcome;
  };
}
