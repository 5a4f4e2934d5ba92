import t from 'tap';
import { wholeSpan } from './day-bars.ts';

t.test('includes days without renders', (t) => {
  const now = Date.UTC(2026, 2, 1, 23, 59);
  const days = [
    { day: '2026-03-01', used: 4 },
    { day: '2026-02-27', used: 2 },
    { day: '2026-01-01', used: 9 },
  ];
  t.same(wholeSpan(days, 3, now), [
    { day: '2026-02-27', used: 2 },
    { day: '2026-02-28', used: 0 },
    { day: '2026-03-01', used: 4 },
  ]);
  t.equal(wholeSpan([], 31, now)[0]?.day, '2026-01-30');
  t.end();
});
