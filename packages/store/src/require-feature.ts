import { RenderError } from '@tintype/contract/errors';
import { planWith, type PlanFeature, type Plans } from './plans.ts';
import type { Account } from './ports/accounts/accounts.ts';

const subjects: Readonly<Record<PlanFeature, string>> = {
  gpu_rendering: 'gpu_rendering needs',
  ip_location: 'ip_location needs',
  tasks: 'Scheduled tasks need',
};

/** @throws RenderError `payment_required`, or `plan_required` naming the first plan with tasks */
export function requireTasks(account: Pick<Account, 'plan' | 'status'>, plans: Plans): void {
  if (account.status === 'unpaid') throw new RenderError('payment_required');
  requireFeature(account, 'tasks', plans);
}

/** @throws RenderError `plan_required`, naming the first plan that has the feature. */
export function requireFeature(
  { plan }: Pick<Account, 'plan'>,
  feature: PlanFeature,
  plans: Plans,
): void {
  if (plans[plan].features[feature]) return;
  const needed = planWith(feature, plans);
  const words =
    needed === undefined
      ? `${subjects[feature]} a plan that this service does not offer`
      : `${subjects[feature]} the ${needed} plan`;
  throw new RenderError('plan_required', `${words}; the plan of this account is ${plan}.`);
}
