import { RenderError } from '@tintype/contract/errors';
import { nearest } from '@tintype/contract/nearest';
import { accountLimits, checkBoolean, checkInteger, wrongValue } from './check-values.ts';
import type { Account } from './ports/accounts.ts';
import { planNames, type PlanName } from './plan-names.ts';

export const planFeatures = ['gpu_rendering', 'ip_location', 'tasks'] as const;

/** What a plan can include beyond plain renders. */
export type PlanFeature = (typeof planFeatures)[number];

/** What an account of a plan gets, unless the account says otherwise. */
export interface Plan {
  /** Renders that succeed, per calendar month (UTC). */
  quotaPerMonth: number;
  /** Requests of any kind, per minute of the clock. */
  ratePerMinute: number;
  /** Scheduled tasks, where the plan has them. */
  maxTasks: number;
  /** Renders at the same time; without it only the service's own bound counts. */
  concurrency?: number;
  /** Async requests that wait or run at the same time; and as many callbacks that are not delivered yet. */
  waiting: number;
  /** Bytes of results that are kept for it (of async requests, and for callbacks), and of the parameters of requests that wait. */
  storedBytes: number;
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
    features: { gpu_rendering: false, ip_location: false, tasks: false },
  },
  pro: {
    quotaPerMonth: 50_000,
    ratePerMinute: 300,
    maxTasks: 100,
    waiting: 1_000,
    storedBytes: 10 * GIB,
    features: { gpu_rendering: false, ip_location: false, tasks: false },
  },
  scale: {
    quotaPerMonth: 1_000_000,
    ratePerMinute: 1_200,
    maxTasks: 1_000,
    waiting: 10_000,
    storedBytes: 100 * GIB,
    features: { gpu_rendering: true, ip_location: true, tasks: true },
  },
};

/**
 * The plans with what a configuration changes in them. Anything that it does not name stays as it is.
 *
 * @throws RenderError `invalid_parameter` naming what is wrong
 * @example
 * readPlans({ free: { quotaPerMonth: 50 }, pro: { features: { tasks: true } } });
 */
export function readPlans(changes: unknown, base: Plans = defaultPlans): Plans {
  const given = readObject('plans', changes, planNames);
  const plans = { ...base };
  for (const name of planNames) {
    const change = given[name];
    if (change !== undefined) plans[name] = readPlan(`plans.${name}`, change, base[name]);
  }
  return plans;
}

const figures = ['quotaPerMonth', 'ratePerMinute', 'maxTasks', 'waiting', 'storedBytes'] as const;
const planFields = [...figures, 'concurrency', 'features'] as const;

function readPlan(place: string, changes: unknown, base: Plan): Plan {
  const given = readObject(place, changes, planFields);
  const figure = (field: (typeof figures)[number]) => {
    const value = given[field];
    if (value === undefined) return base[field];
    return checkInteger(`${place}.${field}`, value, accountLimits[field]);
  };
  const { concurrency = base.concurrency, features = {} } = given;
  return {
    quotaPerMonth: figure('quotaPerMonth'),
    ratePerMinute: figure('ratePerMinute'),
    maxTasks: figure('maxTasks'),
    waiting: figure('waiting'),
    storedBytes: figure('storedBytes'),
    ...(concurrency === undefined
      ? {}
      : {
          concurrency: checkInteger(`${place}.concurrency`, concurrency, accountLimits.concurrency),
        }),
    features: readFeatures(`${place}.features`, features, base.features),
  };
}

function readFeatures(place: string, changes: unknown, base: Plan['features']): Plan['features'] {
  const given = readObject(place, changes, planFeatures);
  const features = { ...base };
  for (const name of planFeatures) {
    const change = given[name];
    if (change !== undefined) features[name] = checkBoolean(`${place}.${name}`, change);
  }
  return features;
}

function readObject<Name extends string>(
  place: string,
  value: unknown,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongValue(place, `an object with any of ${names.join(', ')}`, value);
  }
  const unknown = Object.keys(value).find((key) => !names.some((name) => name === key));
  if (unknown === undefined) return value;
  const near = nearest(unknown, names);
  const hint = near === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${near}?`;
  throw new RenderError('invalid_parameter', `${place} has nothing called ${unknown}. ${hint}`);
}

/** What counts for an account: its own figures, or those of its plan. */
export function limitsOf(account: Account, plans: Plans): Plan & { name: PlanName } {
  const plan = plans[account.plan];
  return {
    ...plan,
    name: account.plan,
    quotaPerMonth: account.quotaPerMonth ?? plan.quotaPerMonth,
    ratePerMinute: account.ratePerMinute ?? plan.ratePerMinute,
  };
}

/** The smallest plan that includes a feature, for a message that says what is needed. */
export function planWith(feature: PlanFeature, plans: Plans): PlanName | undefined {
  return planNames.find((name) => plans[name].features[feature]);
}
