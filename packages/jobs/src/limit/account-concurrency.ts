import type { Account, PlanName, Plans } from '@tintype/store';

/** Share of the slots per plan, unless configured. */
export const accountParts: Readonly<Record<PlanName, number>> = {
  free: 1 / 4,
  pro: 1 / 2,
  scale: 1,
};

/**
 * Returns how many renders of an account may run concurrently: the figure of its plan, or else a
 * share of the slots. By default at least one slot is left to other accounts, so that an account
 * whose pages never end delays no other.
 */
export function accountConcurrency(
  { plan }: Pick<Account, 'plan'>,
  plans: Plans,
  concurrency: number,
): number {
  const part = Math.min(Math.floor(accountParts[plan] * concurrency), concurrency - 1);
  return plans[plan].concurrency ?? Math.max(1, part);
}
