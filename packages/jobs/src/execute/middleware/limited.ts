import type { KindSet, RenderRequest } from '@tintype/contract';
import type { Plans } from '@tintype/store';
import { accountConcurrency } from '../../limit/account-shares.ts';
import type { Limiter, SlotRequest } from '../../limit/create-limiter.ts';
import { jobError, needsRecorder, type JobContext, type JobMiddleware } from '../job.ts';

export type JobLimiter = Pick<Limiter, 'run' | 'check' | 'concurrency'>;

export interface LimitParts {
  limiter: JobLimiter;
  plans: Plans;
  kinds: KindSet;
  /** Other processes make and limit them. Default false. */
  isHanded?: boolean;
}

/** Refuses a job when the queue is full, before anything is written about it. */
export function admitted(parts: LimitParts): JobMiddleware {
  return async (request, context, next) => {
    if (!context.isQueued) parts.limiter.check(slotFor(request, context, parts));
    return next(request, context);
  };
}

/** Goes on when the job has a slot. */
export function limited(parts: LimitParts): JobMiddleware {
  return async (request, context, next) => {
    const { signal, isQueued } = context;
    const priority = isQueued ? ('background' as const) : ('interactive' as const);
    const slotRequest = { signal, priority, ...slotFor(request, context, parts) };
    let heldMs = () => 0;
    try {
      const outcome = await parts.limiter.run(async (slot) => {
        ({ heldMs } = slot);
        context.onSlot?.(slot.waitedMs);
        return { ...(await next(request, context)), queueMs: slot.waitedMs };
      }, slotRequest);
      signal.throwIfAborted();
      return outcome;
    } catch (error) {
      // How long it held its slot decides whether some failures count.
      throw jobError(error, signal).afterHolding(heldMs());
    }
  };
}

/** Returns the owner of the slot, and what the slot requires. */
function slotFor(
  request: RenderRequest,
  { account, outputs }: Pick<JobContext, 'account' | 'outputs'>,
  { limiter, plans, kinds, isHanded = false }: LimitParts,
): Pick<SlotRequest, 'account' | 'accountConcurrency' | 'isShared' | 'isAdmitted' | 'records'> {
  const { concurrency } = plans[account.plan];
  return {
    account: account.id,
    // For handed-off renders, the concurrency of an account was checked across all processes.
    accountConcurrency: isHanded
      ? (concurrency ?? Infinity)
      : accountConcurrency(account, plans, limiter.concurrency),
    isAdmitted: isHanded,
    // A part of the slots is one of those that each process has.
    isShared: concurrency !== undefined,
    records: needsRecorder(outputs?.map((output) => output.request) ?? [request], kinds),
  };
}
