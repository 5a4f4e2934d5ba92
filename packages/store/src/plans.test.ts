import t from 'tap';
import { defaultPlans, limitsOf, planWith, readPlans } from './plans.ts';
import { planNames } from './plan-names.ts';

const account = {
  id: 'a',
  name: 'a',
  plan: 'pro',
  status: 'active',
  signatureRequired: false,
  signatureVersion: 1,
  createdAt: 0,
} as const;

t.test('what a configuration does not name stays', async (t) => {
  t.same(readPlans({}), defaultPlans);
  const plans = readPlans({
    free: { quotaPerMonth: 0, concurrency: 2 },
    pro: { ratePerMinute: 5, features: { tasks: true } },
  });
  t.same(plans.free, { ...defaultPlans.free, quotaPerMonth: 0, concurrency: 2 });
  t.same(plans.pro, {
    ...defaultPlans.pro,
    ratePerMinute: 5,
    features: { ...defaultPlans.pro.features, tasks: true },
  });
  t.same(plans.scale, defaultPlans.scale);
  t.equal(defaultPlans.pro.features.tasks, false, 'the defaults are as they were');
  t.same(readPlans({ pro: { features: { gpu_rendering: true } } }, plans).pro.features, {
    gpu_rendering: true,
    ip_location: false,
    tasks: true,
  });
});

t.test('wrong plans', async (t) => {
  const cases: [unknown, RegExp][] = [
    [[], /^plans: an object with any of free, pro, scale was expected; a list came\.$/],
    [null, /^plans: an object .*; null came\.$/],
    ['x', /^plans: an object .*; "x" came\.$/],
    [{ fre: {} }, /^plans has nothing called fre\. Did you mean free\?$/],
    [{ enterprise: {} }, /^plans has nothing called enterprise\. It has free, pro, scale\.$/],
    [{ pro: 5 }, /^plans\.pro: an object with any of quotaPerMonth, .*; 5 came\.$/],
    [{ pro: { quota: 5 } }, /^plans\.pro has nothing called quota\./],
    [{ pro: { quotaPerMonth: '5' } }, /^plans\.pro\.quotaPerMonth: an integer from 0 .*; "5" came/],
    [{ pro: { ratePerMinute: 0 } }, /^plans\.pro\.ratePerMinute: an integer from 1 .*; 0 came/],
    [{ pro: { concurrency: 1e9 } }, /^plans\.pro\.concurrency: an integer from 1 to 10000 /],
    [{ pro: { features: { tasks: 1 } } }, /^plans\.pro\.features\.tasks: true or false .*; 1 came/],
    [{ pro: { features: { task: true } } }, /^plans\.pro\.features has .* Did you mean tasks\?$/],
    [
      { pro: { features: { toString: true } } },
      /^plans\.pro\.features has nothing called toString/,
    ],
  ];
  for (const [value, message] of cases) {
    t.throws(() => readPlans(value), { code: 'invalid_parameter', message });
  }
});

t.test('an account wins over its plan', async (t) => {
  t.same(limitsOf(account, defaultPlans), { ...defaultPlans.pro, name: 'pro' });
  t.match(limitsOf({ ...account, ratePerMinute: 1, quotaPerMonth: 0 }, defaultPlans), {
    ratePerMinute: 1,
    quotaPerMonth: 0,
    features: defaultPlans.pro.features,
  });
});

t.test('the plan that a feature needs', async (t) => {
  t.equal(planWith('tasks', defaultPlans), 'scale');
  t.equal(planWith('tasks', readPlans({ pro: { features: { tasks: true } } })), 'pro');
  t.equal(planWith('tasks', readPlans({ scale: { features: { tasks: false } } })), undefined);
  for (const name of planNames) t.ok(defaultPlans[name].ratePerMinute > 0, name);
});
