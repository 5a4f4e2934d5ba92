import type { Account, PlanName, Plans } from '@tintype/store';

/** What a plan gets of the slots, where the configuration says nothing else. */
export const accountParts: Readonly<Record<PlanName, number>> = {
  free: 1 / 4,
  pro: 1 / 2,
  scale: 1,
};

/**
 * How many renders of an account may run at the same time: what its plan says, or else a part of
 * the slots. By default at least one slot is left to others, so that whoever fills the service with
 * pages that never end delays nobody else.
 */
export function accountConcurrency(
  { plan }: Pick<Account, 'plan'>,
  plans: Plans,
  concurrency: number,
): number {
  const part = Math.min(Math.floor(accountParts[plan] * concurrency), concurrency - 1);
  return plans[plan].concurrency ?? Math.max(1, part);
}
