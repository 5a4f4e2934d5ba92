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
    [[], /^plans must be an object with any of free, pro, scale; got an empty list\.$/],
    [null, /^plans must be an object .*; got null\.$/],
    ['x', /^plans must be an object .*; got "x"\.$/],
    [{ fre: {} }, /^Unknown key plans\.fre\. Did you mean free\?$/],
    [{ enterprise: {} }, /^Unknown key plans\.enterprise\. plans has free, pro, scale\.$/],
    [{ pro: 5 }, /^plans\.pro must be an object with any of quotaPerMonth, .*; got 5\.$/],
    [{ pro: { quota: 5 } }, /^Unknown key plans\.pro\.quota\./],
    [{ pro: { quotaPerMonth: '5' } }, /^plans\.pro\.quotaPerMonth must be an integer from 0 .*"5"/],
    [{ pro: { ratePerMinute: 0 } }, /^plans\.pro\.ratePerMinute must be an integer from 1 .*got 0/],
    [{ pro: { concurrency: 1e9 } }, /^plans\.pro\.concurrency must be an integer from 1 to 10000;/],
    [
      { pro: { features: { tasks: 1 } } },
      /^plans\.pro\.features\.tasks must be true or false; got 1/,
    ],
    [
      { pro: { features: { task: true } } },
      /^Unknown key plans\.pro\.features\.task\. Did .* tasks\?$/,
    ],
    [{ pro: { features: { toString: true } } }, /^Unknown key plans\.pro\.features\.toString\./],
  ];
  for (const [value, message] of cases) {
    t.throws(() => readPlans(value), { name: 'RenderError', message });
  }
  t.throws(() => readPlans({ pro: 5 }), { code: 'invalid_parameter' });
  t.throws(() => readPlans({ fre: 5 }), { code: 'unknown_parameter' });
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
