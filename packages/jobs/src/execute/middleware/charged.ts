import { RenderError, type KindSet } from '@tintype/contract';
import { limitsOf, refusedRequest, type Plans, type Usage } from '@tintype/store';
import { hitsOf } from '../create-charge.ts';
import type { JobMiddleware, Outcome } from '../job.ts';

export interface ChargeParts {
  usage: Pick<Usage, 'reserve' | 'lower' | 'settle' | 'release'>;
  plans: Plans;
  kinds: KindSet;
}

/**
 * Reserves quota for a job. Each file that succeeds, or fails in a charged way, keeps its share.
 */
export function charged({ usage, plans, kinds }: ChargeParts): JobMiddleware {
  return async (request, context, next) => {
    const { account, signal, charge, isQueued, outputs = [] } = context;
    const limits = limitsOf(account, plans);
    const withHits = (outcome: Outcome): Outcome => {
      if (outcome.outputs === undefined) return outcome;
      const counted = outcome.outputs.filter(({ error }) => error === undefined || error.charged);
      const requests = counted.map((output) => output.request);
      return { ...outcome, hits: hitsOf(requests, limits, kinds) };
    };
    if (isQueued) return withHits(await next(request, context));
    const max = hitsOf(
      outputs.map((output) => output.request),
      limits,
      kinds,
    );
    const reservationId = await usage.reserve(account.id, limits.quotaPerMonth, max);
    if (reservationId === undefined) throw refusedRequest('quota_exceeded', limits);
    let outcome: Outcome;
    try {
      signal.throwIfAborted();
      outcome = withHits(await next(request, context));
      if (outcome.hits !== undefined && outcome.hits < max) {
        await usage.lower(reservationId, outcome.hits);
      }
    } catch (error) {
      const isCharged = error instanceof RenderError && error.charged;
      if (isCharged && max > 1) await usage.lower(reservationId, 1);
      await (isCharged ? usage.settle(reservationId) : usage.release(reservationId));
      throw error;
    }
    await charge.hold(reservationId);
    return outcome;
  };
}
