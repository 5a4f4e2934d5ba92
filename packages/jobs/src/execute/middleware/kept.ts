import { RenderError } from '@tintype/contract';
import type { JobMiddleware } from '../job.ts';

/** Charges a job only once its outcome is stored: a full disk must not bill and fail. */
export function kept(): JobMiddleware {
  return async (request, context, next) => {
    const { charge } = context;
    const outcome = await next(request, context).catch(async (error: unknown) => {
      await charge.leave();
      throw error;
    });
    try {
      await context.keep?.(outcome, charge.reservationId);
    } catch (error) {
      // What does not fit into the account's own storage was rendered all the same.
      const isOwn = error instanceof RenderError && error.code === 'account_storage_full';
      await (isOwn ? charge.settle() : charge.release());
      throw error;
    }
    await charge.settle();
    return outcome;
  };
}
