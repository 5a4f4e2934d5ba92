import type { RenderRequest } from '@tintype/contract';
import { requireFeature, type Account, type Plans } from '@tintype/store';
import type { JobMiddleware } from '../job.ts';

/** Refuses what the plan of the account does not include. */
export function planned(plans: Plans): JobMiddleware {
  return async (request, context, next) => {
    checkFeatures(context.account, request, plans);
    return next(request, context);
  };
}

/** Refuses what the plan of an account does not include. @throws RenderError `plan_required` */
export function checkFeatures(account: Account, request: RenderRequest, plans: Plans): void {
  if (request.gpu_rendering) requireFeature(account, 'gpu_rendering', plans);
  if (request.ip_location !== undefined) requireFeature(account, 'ip_location', plans);
}
