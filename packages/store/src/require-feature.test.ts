import t from 'tap';
import { defaultPlans } from './plans.ts';
import { requireFeature, requireTasks } from './require-feature.ts';

t.test('what the plan has is let through', async (t) => {
  t.doesNotThrow(() => requireFeature({ plan: 'scale' }, 'ip_location', defaultPlans));
});

t.test('what it does not have is refused, with the first plan that has it', async (t) => {
  t.throws(() => requireFeature({ plan: 'free' }, 'tasks', defaultPlans), {
    code: 'plan_required',
    message: /^Scheduled tasks need the \w+ plan; the plan of this account is free\.$/,
  });
});

t.test('where no plan has it, that is said', async (t) => {
  const without = Object.fromEntries(
    Object.entries(defaultPlans).map(([name, plan]) => [
      name,
      { ...plan, features: { ...plan.features, gpu_rendering: false } },
    ]),
  ) as typeof defaultPlans;
  t.throws(() => requireFeature({ plan: 'scale' }, 'gpu_rendering', without), {
    message: /^gpu_rendering needs a plan that this service does not offer;/,
  });
});

t.test('tasks are for those who pay, in a plan that has them', async (t) => {
  const plans = defaultPlans;
  t.doesNotThrow(() => requireTasks({ plan: 'scale', status: 'active' }, plans));
  const unpaid = { plan: 'scale', status: 'unpaid' } as const;
  t.throws(() => requireTasks(unpaid, plans), { code: 'payment_required' });
  const free = { plan: 'free', status: 'active' } as const;
  t.throws(() => requireTasks(free, plans), { code: 'plan_required' });
});
