import t from 'tap';
import { createDayBudget } from './day-budget.ts';

const hourMs = 3_600_000;

t.test('so much fits into a day, and no more', (t) => {
  let now = 100 * hourMs;
  const { take } = createDayBudget({ bytes: 100, ofOne: 100 }, () => now);
  t.ok(take('a', 60));
  t.notOk(take('a', 41));
  t.ok(take('a', 40), 'what did not fit is not counted');
  now += 23 * hourMs;
  t.notOk(take('a', 1));
  now += hourMs;
  t.ok(take('a', 100), 'a day later there is room again');
  t.notOk(take('a', 1));
  t.end();
});

t.test('one account does not take what is for all', (t) => {
  const { take } = createDayBudget({ bytes: 100, ofOne: 40 }, () => 0);
  t.ok(take('a', 40));
  t.notOk(take('a', 1));
  t.ok(take('b', 40));
  t.notOk(take('c', 21));
  t.ok(take('c', 20));
  t.end();
});

t.test('what was not written after all is given back', (t) => {
  const { take } = createDayBudget({ bytes: 100, ofOne: 100 }, () => 0);
  take('a', 100)?.();
  t.ok(take('b', 100));
  t.end();
});

t.test('a clock that was set back takes nothing away', (t) => {
  let now = 100 * hourMs;
  const { take } = createDayBudget({ bytes: 100, ofOne: 100 }, () => now);
  t.ok(take('a', 100));
  now -= 50 * hourMs;
  t.ok(take('a', 100));
  t.end();
});
