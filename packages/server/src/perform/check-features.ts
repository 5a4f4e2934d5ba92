import { RenderError, type RenderRequest } from '@tintype/contract';
import { planWith, type Account, type PlanFeature, type Plans } from '@tintype/store';

/** Refuses what the plan of an account does not include. */
export function checkFeatures(account: Account, request: RenderRequest, plans: Plans): void {
  if (request.gpu_rendering) requireFeature(account, 'gpu_rendering', plans);
  if (request.ip_location !== undefined) requireFeature(account, 'ip_location', plans);
}

const spoken: Readonly<Record<PlanFeature, string>> = {
  gpu_rendering: 'gpu_rendering needs',
  ip_location: 'ip_location needs',
  tasks: 'Scheduled tasks need',
};

/** @throws RenderError `plan_required`, naming the first plan that has the feature. */
export function requireFeature({ plan }: Account, feature: PlanFeature, plans: Plans): void {
  if (plans[plan].features[feature]) return;
  const needed = planWith(feature, plans);
  const words =
    needed === undefined
      ? `${spoken[feature]} a plan that this service does not offer`
      : `${spoken[feature]} the ${needed} plan`;
  throw new RenderError('plan_required', `${words}; the plan of this account is ${plan}.`);
}
