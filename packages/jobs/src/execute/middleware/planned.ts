import type { Plans } from '@tintype/store';
import { checkFeatures } from '../check-features.ts';
import type { JobMiddleware } from '../job.ts';

/** Refuses what the plan of the account does not include. */
export function planned(plans: Plans): JobMiddleware {
  return async (request, context, next) => {
    checkFeatures(context.account, request, plans);
    return next(request, context);
  };
}
