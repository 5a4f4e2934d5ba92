import { readFileSync } from 'node:fs';
import t from 'tap';
import { defaultPlans, planFeatures } from './plans.ts';
import { planNames } from './plan-names.ts';

t.test('docs/accounts.md has the plans as they are', async (t) => {
  const text = readFileSync(new URL('../../../docs/accounts.md', import.meta.url), 'utf8');
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' '));
  for (const name of planNames) {
    const { quotaPerMonth, ratePerMinute, features } = defaultPlans[name];
    const figures = [quotaPerMonth, ratePerMinute].map((figure) => figure.toLocaleString('en'));
    const words = planFeatures.map((feature) => (features[feature] ? 'yes' : 'no'));
    t.ok(lines.includes(`| \`${name}\` | ${[...figures, ...words].join(' | ')} |`), name);
  }
});

t.test('counts the stored data of each account', async (t) => {
  const text = readFileSync(new URL('../../../docs/accounts.md', import.meta.url), 'utf8');
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' '));
  for (const name of planNames) {
    const { waiting, storedBytes } = defaultPlans[name];
    const figures = [waiting.toLocaleString('en'), `${storedBytes / 1_073_741_824} GiB`];
    t.ok(lines.includes(`| \`${name}\` | ${figures.join(' | ')} |`), name);
  }
});
