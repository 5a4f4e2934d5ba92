import t from 'tap';
import { createDayBudget } from './day-budget.ts';

const hourMs = 3_600_000;

t.test('so much fits into a day, and no more', (t) => {
  let now = 100 * hourMs;
  const { take } = createDayBudget(100, () => now);
  t.ok(take(60));
  t.notOk(take(41));
  t.ok(take(40), 'what did not fit is not counted');
  now += 23 * hourMs;
  t.notOk(take(1));
  now += hourMs;
  t.ok(take(100), 'a day later there is room again');
  t.notOk(take(1));
  t.end();
});

t.test('a clock that was set back takes nothing away', (t) => {
  let now = 100 * hourMs;
  const { take } = createDayBudget(100, () => now);
  t.ok(take(100));
  now -= 50 * hourMs;
  t.ok(take(100));
  t.end();
});
