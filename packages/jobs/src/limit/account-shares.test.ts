import t from 'tap';
import { createAccountShares, accountConcurrency } from './account-shares.ts';
import { defaultPlans, planNames, readPlans } from '@tintype/store';

t.test('accounts that used nothing lately are forgotten', async (t) => {
  let nowMs = 0;
  const shares = createAccountShares(
    () => 1_000,
    () => nowMs,
  );
  const use = (account: string) => shares.of(account, 4).usage.start(nowMs);
  for (let index = 0; index < 10_000; index += 1) {
    const end = use(`account ${index}`);
    nowMs += 1_000;
    end(nowMs);
    shares.forget(Infinity, nowMs);
  }
  t.ok(shares.size <= 512, `${shares.size} are remembered`);
  t.ok(shares.active(nowMs) >= 20 && shares.active(nowMs) <= 100, `${shares.active(nowMs)}`);
});

t.test('remembers an account that used too much until the others caught up', async (t) => {
  let nowMs = 0;
  const shares = createAccountShares(
    () => 1_000,
    () => nowMs,
  );
  const heavy = shares.of('heavy', 4);
  const end = heavy.usage.start(0);
  nowMs = 1_000_000;
  end(nowMs);
  for (let index = 0; index < 1_000; index += 1) shares.of(`account ${index}`, 4);
  nowMs = 2_000_000;
  shares.forget(999_999, nowMs);
  t.equal(shares.size, 1);
  t.equal(shares.of('heavy', 4), heavy);
  for (let index = 0; index < 1_000; index += 1) shares.of(`account ${index}`, 4);
  shares.forget(1_000_000, nowMs);
  t.equal(shares.size, 0);
});

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
