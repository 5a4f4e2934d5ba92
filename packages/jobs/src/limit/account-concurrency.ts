import type { Account, PlanName, Plans } from '@tintype/store';

/** Share of the slots per plan, unless configured. */
export const accountParts: Readonly<Record<PlanName, number>> = {
  free: 1 / 4,
  pro: 1 / 2,
  scale: 1,
};

/**
 * Maximum concurrent renders of an account: its plan's, or a share of the slots that leaves at
 * least one to others.
 */
export function accountConcurrency(
  { plan }: Pick<Account, 'plan'>,
  plans: Plans,
  concurrency: number,
): number {
  const part = Math.min(Math.floor(accountParts[plan] * concurrency), concurrency - 1);
  return plans[plan].concurrency ?? Math.max(1, part);
}
