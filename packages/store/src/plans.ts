import { readValue, withoutUndefined } from '@tintype/contract/read';
import * as z from 'zod/mini';
import { accountFields, integer } from './account-fields.ts';
import type { Account } from './ports/accounts/accounts.ts';
import { planNames, type PlanName } from './plan-names.ts';

export const planFeatures = ['gpu_rendering', 'ip_location', 'tasks'] as const;

/** Features of a plan beyond plain renders. */
export type PlanFeature = (typeof planFeatures)[number];

/** Limits of an account with this plan, unless the account has its own. */
export interface Plan {
  /** Renders that succeed, per calendar month (UTC). */
  quotaPerMonth: number;
  /** Requests of any kind, per minute of the clock. */
  ratePerMinute: number;
  /** Scheduled tasks, where the plan has them. */
  maxTasks: number;
  /** Renders at the same time; without it only the service's own bound counts. */
  concurrency?: number;
  /** Maximum number of unfinished async requests, and of undelivered webhooks. */
  waiting: number;
  /**
   * Bytes of results that are kept for it (of async requests, and for webhooks), and of the
   * parameters of requests that wait.
   */
  storedBytes: number;
  /** Renders charged for each further file of one load, at least one for a screencast. */
  hitsPerOutput: number;
  features: Readonly<Record<PlanFeature, boolean>>;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

const GIB = 1_073_741_824;

/** The plans, where the configuration says nothing else. */
export const defaultPlans: Plans = {
  free: {
    quotaPerMonth: 1_000,
    ratePerMinute: 60,
    maxTasks: 10,
    waiting: 100,
    storedBytes: GIB,
    hitsPerOutput: 0,
    features: { gpu_rendering: false, ip_location: false, tasks: false },
  },
  pro: {
    quotaPerMonth: 50_000,
    ratePerMinute: 300,
    maxTasks: 100,
    waiting: 1_000,
    storedBytes: 10 * GIB,
    hitsPerOutput: 0,
    features: { gpu_rendering: false, ip_location: false, tasks: false },
  },
  scale: {
    quotaPerMonth: 1_000_000,
    ratePerMinute: 1_200,
    maxTasks: 1_000,
    waiting: 10_000,
    storedBytes: 100 * GIB,
    hitsPerOutput: 0,
    features: { gpu_rendering: true, ip_location: true, tasks: true },
  },
};

const planChange = z.strictObject({
  quotaPerMonth: z.optional(accountFields.quotaPerMonth),
  ratePerMinute: z.optional(accountFields.ratePerMinute),
  maxTasks: z.optional(integer(0, 100_000)),
  waiting: z.optional(integer(0, 10_000_000)),
  /** 0 keeps nothing. */
  storedBytes: z.optional(integer(0, 2 ** 50)),
  concurrency: z.optional(integer(1, 10_000)),
  hitsPerOutput: z.optional(integer(0, 100)),
  features: z.optional(
    z.strictObject({
      gpu_rendering: z.optional(z.boolean()),
      ip_location: z.optional(z.boolean()),
      tasks: z.optional(z.boolean()),
    }),
  ),
});

type PlanChange = z.output<typeof planChange>;

/** Changes of plans in a configuration: everything that it does not name stays as it is. */
export const planChanges = z.strictObject({
  free: z.optional(planChange),
  pro: z.optional(planChange),
  scale: z.optional(planChange),
});

/**
 * The plans with what a configuration changes in them.
 * @throws RenderError `invalid_parameter` or `unknown_parameter`, naming what is wrong
 * @example
 * readPlans({ free: { quotaPerMonth: 50 }, pro: { features: { tasks: true } } });
 */
export function readPlans(changes: unknown, base: Plans = defaultPlans): Plans {
  return changePlans(readValue(planChanges, changes, 'plans', { noun: 'key' }), base);
}

/** The plans with changes that were read. */
export function changePlans(
  changes: z.output<typeof planChanges>,
  base: Plans = defaultPlans,
): Plans {
  return {
    free: changePlan(base.free, changes.free),
    pro: changePlan(base.pro, changes.pro),
    scale: changePlan(base.scale, changes.scale),
  };
}

function changePlan(plan: Plan, change: PlanChange = {}): Plan {
  const { features, ...figures } = change;
  return {
    ...plan,
    ...withoutUndefined(figures),
    features: { ...plan.features, ...withoutUndefined(features ?? {}) },
  };
}

/** Returns the limits of an account: its own figures, or those of its plan. */
export function limitsOf(account: Account, plans: Plans): Plan & { name: PlanName } {
  const plan = plans[account.plan];
  return {
    ...plan,
    name: account.plan,
    quotaPerMonth: account.quotaPerMonth ?? plan.quotaPerMonth,
    ratePerMinute: account.ratePerMinute ?? plan.ratePerMinute,
  };
}

/** The smallest plan that includes a feature, for an error message. */
export function planWith(feature: PlanFeature, plans: Plans): PlanName | undefined {
  return planNames.find((name) => plans[name].features[feature]);
}
