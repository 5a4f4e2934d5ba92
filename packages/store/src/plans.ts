export const planNames = ['free', 'pro', 'scale'] as const;

/** One of {@link planNames}. */
export type PlanName = (typeof planNames)[number];

/** What a plan can include beyond plain renders. */
export type PlanFeature = 'gpu_rendering' | 'ip_location' | 'tasks';

/** What an account of a plan gets, unless the account says otherwise. */
export interface Plan {
  /** Renders that succeed, per calendar month (UTC). */
  quotaPerMonth: number;
  /** Requests of any kind, per minute of the clock. */
  ratePerMinute: number;
  /** Renders at the same time; without it only the service's own bound counts. */
  concurrency?: number;
  features: Readonly<Record<PlanFeature, boolean>>;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

/** The plans, where the configuration says nothing else. */
export const defaultPlans: Plans = {
  free: {
    quotaPerMonth: 1_000,
    ratePerMinute: 60,
    features: { gpu_rendering: false, ip_location: false, tasks: false },
  },
  pro: {
    quotaPerMonth: 50_000,
    ratePerMinute: 300,
    features: { gpu_rendering: false, ip_location: false, tasks: false },
  },
  scale: {
    quotaPerMonth: 1_000_000,
    ratePerMinute: 1_200,
    features: { gpu_rendering: true, ip_location: true, tasks: true },
  },
};
