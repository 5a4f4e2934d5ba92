export const planNames = ['free', 'pro', 'scale'] as const;

/** One of {@link planNames}. */
export type PlanName = (typeof planNames)[number];
