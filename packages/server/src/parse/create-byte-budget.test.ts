import t from 'tap';
import { createByteBudget } from './create-byte-budget.ts';

t.test('never exceeds the budget', async (t) => {
  const budget = createByteBudget(80);
  const holds = Array.from({ length: 20 }, (_, place) => budget.open(`account ${place}`));
  t.equal(holds.filter((hold) => hold.grow(10)).length, 8);
  t.equal(budget.heldBytes, 80);
  holds[0]?.close();
  holds[0]?.close();
  t.equal(budget.heldBytes, 70, 'given back once');
  t.ok(holds[19]?.grow(10));
  for (const hold of holds) hold.close();
  t.equal(budget.heldBytes, 0);
});

t.test(
  'one holder has half of it at most, less beside others, and each has its first body',
  async (t) => {
    const budget = createByteBudget(80);
    const greedy = Array.from({ length: 20 }, () => budget.open('greedy'));
    t.equal(greedy.filter((hold) => hold.grow(10)).length, 4);
    const other = budget.open('other');
    t.ok(other.grow(10));
    t.ok(budget.open('third').grow(10));
    greedy[0]?.close();
    t.notOk(greedy[5]?.grow(10), 'what it had is left to others');
    const whole = createByteBudget(10);
    t.ok(whole.open('only').grow(10), 'as large as the budget');
  },
);

t.test('grows a hold', async (t) => {
  const budget = createByteBudget(80);
  const hold = budget.open('a');
  t.ok(hold.grow(40));
  t.ok(hold.grow(80));
  t.notOk(hold.grow(81));
  t.equal(budget.heldBytes, 80, 'a refusal changes nothing');
  hold.close();
  t.equal(budget.heldBytes, 0);
  t.notOk(hold.grow(10), 'what came after its end holds nothing');
  t.equal(budget.heldBytes, 0);
});
