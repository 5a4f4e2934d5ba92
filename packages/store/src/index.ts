export type * from './ports.ts';
export {
  defaultPlans,
  planNames,
  type Plan,
  type PlanFeature,
  type PlanName,
  type Plans,
} from './plans.ts';
