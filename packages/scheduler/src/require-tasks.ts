import { RenderError } from '@tintype/contract';
import { planWith, type Account, type Plans } from '@tintype/store';

/** @throws RenderError `payment_required`, or `plan_required` naming the first plan that has scheduled tasks. */
export function requireTasks({ plan, status }: Account, plans: Plans): void {
  if (status === 'unpaid') throw new RenderError('payment_required');
  if (plans[plan].features.tasks) return;
  const needed = planWith('tasks', plans);
  const words =
    needed === undefined ? 'a plan that this service does not offer' : `the ${needed} plan`;
  throw new RenderError(
    'plan_required',
    `Scheduled tasks need ${words}; the plan of this account is ${plan}.`,
  );
}
