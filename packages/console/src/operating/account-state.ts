import type { OperatedAccount } from '@tintype/client';

/** What a plan lets its accounts have. */
export interface PlanLimits {
  rate_per_minute: number;
  quota_per_month: number;
  max_tasks: number;
  waiting: number;
  stored_bytes: number;
  concurrency?: number;
}

export interface AccountList {
  accounts: OperatedAccount[];
  plans: string[];
  limits: Readonly<Record<string, PlanLimits>>;
}

/** A limit of its own as it is sent: empty, or what the plan says anyway, is that of the plan. */
export function ownLimit(typed: string, ofPlan: number | undefined): number | null {
  const text = typed.trim();
  return text === '' || Number(text) === ofPlan ? null : Number(text);
}
