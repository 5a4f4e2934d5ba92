import type { RenderRequest } from '@tintype/contract';
import { requireFeature, type Account, type Plans } from '@tintype/store';

/** Refuses what the plan of an account does not include. @throws RenderError `plan_required` */
export function checkFeatures(account: Account, request: RenderRequest, plans: Plans): void {
  if (request.gpu_rendering) requireFeature(account, 'gpu_rendering', plans);
  if (request.ip_location !== undefined) requireFeature(account, 'ip_location', plans);
}
