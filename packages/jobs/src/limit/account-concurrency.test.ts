import { defaultPlans, planNames, readPlans } from '@tintype/store';
import t from 'tap';
import { accountConcurrency } from './account-concurrency.ts';

t.test('every plan leaves a slot to others, unless the configuration says otherwise', async (t) => {
  const of = (concurrency: number) =>
    planNames.map((plan) => accountConcurrency({ plan }, defaultPlans, concurrency));
  t.same(of(1), [1, 1, 1], 'the only one is for everybody');
  t.same(of(2), [1, 1, 1]);
  t.same(of(3), [1, 1, 2]);
  t.same(of(4), [1, 2, 3]);
  t.same(of(16), [4, 8, 15]);
  for (let concurrency = 2; concurrency <= 256; concurrency += 1) {
    if (of(concurrency).every((max) => max >= 1 && max < concurrency)) continue;
    t.fail(`${of(concurrency)} of ${concurrency}`);
  }
  const plans = readPlans({ free: { concurrency: 3 }, scale: { concurrency: 4 } });
  t.equal(accountConcurrency({ plan: 'free' }, plans, 4), 3);
  t.equal(accountConcurrency({ plan: 'scale' }, plans, 4), 4, 'also all of them');
});
