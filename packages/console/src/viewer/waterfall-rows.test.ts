import t from 'tap';
import { axisTicks, partTotals, tickLabel, waterfallRows } from './waterfall-rows.ts';

t.test('stages have their real starts, and those of 0 ms are hidden', async (t) => {
  const rows = waterfallRows([
    { stage: 'queue', durationMs: 20 },
    { stage: 'launch', startMs: 20, durationMs: 0.4 },
    { stage: 'navigate', startMs: 25, durationMs: 100 },
    { stage: 'settle', startMs: 90, durationMs: 50 },
    { stage: 'capture', durationMs: 30 },
  ]);
  t.same(
    rows.map(({ stage, startMs, part }) => [stage, startMs, part]),
    [
      ['queue', 0, 'queue'],
      ['navigate', 25, 'load'],
      ['settle', 90, 'load'],
      ['capture', 140, 'capture'],
    ],
    'a stage without a start follows the one before',
  );
  t.same(partTotals(rows), [
    ['queue', 20],
    ['load', 115],
    ['capture', 30],
  ]);
});

t.test('an axis has few round times in one unit', async (t) => {
  t.same(axisTicks(640), [0, 200, 400, 600]);
  t.same(axisTicks(1000), [0, 200, 400, 600, 800, 1000]);
  t.same(
    axisTicks(4_300).map((ms) => tickLabel(ms, 4_300)),
    ['0', '1 s', '2 s', '3 s', '4 s'],
  );
  t.equal(tickLabel(50, 90), '50 ms');
  for (const end of [1, 3.3, 17, 99, 12_345, 600_000]) {
    t.ok(axisTicks(end).length >= 3 && axisTicks(end).length <= 6, `${end}`);
  }
});
