import type { RenderRequest } from '@tintype/contract';
import type { Account, Plans } from '@tintype/store';
import { accountConcurrency } from '../../limit/account-concurrency.ts';
import type { Limiter, SlotRequest } from '../../limit/create-limiter.ts';
import { jobError } from '../job-error.ts';
import type { JobMiddleware } from '../job.ts';

/** What the layers need of the limiter. */
export type JobLimiter = Pick<Limiter, 'run' | 'check' | 'concurrency'>;

/**
 * Refuses a job that the queue has no room for, before anything is written about it: two writes for each refusal would be slow just when there
 * are many of them.
 */
export function admitted(limiter: JobLimiter, plans: Plans): JobMiddleware {
  return async (request, context, next) => {
    if (!context.isQueued) limiter.check(slotFor(context.account, request, limiter, plans));
    return next(request, context);
  };
}

/** Goes on when the job has a slot. */
export function limited(limiter: JobLimiter, plans: Plans): JobMiddleware {
  return async (request, context, next) => {
    const { account, signal, isQueued } = context;
    const priority = isQueued ? ('background' as const) : ('interactive' as const);
    const slotRequest = { signal, priority, ...slotFor(account, request, limiter, plans) };
    let heldMs = () => 0;
    try {
      const outcome = await limiter.run(async (slot) => {
        ({ heldMs } = slot);
        context.onSlot?.(slot.waitedMs);
        const { result } = await next(request, context);
        return { result, queueMs: slot.waitedMs };
      }, slotRequest);
      signal.throwIfAborted();
      return outcome;
    } catch (error) {
      // How long it held its slot decides whether some failures count.
      throw jobError(error, signal).afterHolding(heldMs());
    }
  };
}

/** Whose slot it is, and what it has to be able to do. */
function slotFor(
  account: Account,
  { kind }: RenderRequest,
  { concurrency }: JobLimiter,
  plans: Plans,
): Pick<SlotRequest, 'account' | 'accountConcurrency' | 'records'> {
  return {
    account: account.id,
    accountConcurrency: accountConcurrency(account, plans, concurrency),
    records: kind === 'screencast',
  };
}
