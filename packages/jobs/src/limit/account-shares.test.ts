import t from 'tap';
import { createAccountShares } from './account-shares.ts';

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
