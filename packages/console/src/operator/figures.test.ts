import t from 'tap';
import { livingProcesses, meanStages, plot, shownMinutes, sumBy } from './figures.ts';

t.test('lines have gaps where no minutes are stored', (t) => {
  const minutes = [
    { at: 0, running: 1 },
    { at: 60, running: 2 },
    { at: 600, running: 4 },
    { at: 660 },
  ];
  const { lines, largest } = plot(
    minutes,
    { running: ({ running }) => running },
    { from: 0, to: 1000 },
  );
  t.equal(largest, 4);
  t.same(lines, [
    {
      name: 'running',
      points: [
        [
          { x: 0, y: 1 },
          { x: 0.06, y: 2 },
        ],
        [{ x: 0.6, y: 4 }],
      ],
    },
  ]);
  t.end();
});

t.test('counts are summed, and stages are means', (t) => {
  const minutes = [
    { at: 0, errors: { timeout: 1 }, stages: { load: { count: 1, ms: 100 } } },
    { at: 60, errors: { timeout: 2, blank: 7 }, stages: { load: { count: 3, ms: 500 } } },
  ];
  t.same(
    sumBy(minutes, ({ errors }) => errors),
    [
      ['blank', 7],
      ['timeout', 3],
    ],
  );
  t.same(meanStages(minutes), [{ stage: 'load', durationMs: 150 }]);
  const once = (ms: number) => ({ count: 1, ms });
  const stages = { capture: once(90), own: once(50), settle: once(40), launch: once(1) };
  t.same(
    meanStages([{ at: 0, stages }]).map(({ stage }) => stage),
    ['launch', 'settle', 'capture', 'own'],
    'in the order in which they run',
  );
  t.end();
});

t.test('shownMinutes omits the current minute of several processes', (t) => {
  const minute = (at: number, name: string, running: number) => ({ at, process: name, running });
  const now = minute(1_000, 'a', 3);
  const own = [minute(900, 'a', 1), minute(960, 'a', 2)];
  const alone = { now, minutes: own, processes: [minute(960, 'a', 2), minute(500, 'old', 9)] };
  t.same(livingProcesses(alone), [minute(960, 'a', 2)]);
  t.same(shownMinutes(alone, ''), { now, minutes: [...own, now] });
  const two = { now, minutes: own, processes: [minute(960, 'a', 2), minute(950, 'b', 4)] };
  t.match(shownMinutes(two, ''), { now: { at: 1_000, running: 2 }, minutes: own });
  t.equal(shownMinutes(two, '').minutes.length, 2);
  t.match(shownMinutes(two, 'a'), { now: { running: 3 } });
  t.match(shownMinutes({ ...two, minutes: [minute(950, 'b', 4)] }, 'b'), { now: { running: 4 } });
  t.match(shownMinutes({ ...two, minutes: [] }, 'b'), { now: { running: 3 } }, 'nothing yet');
  t.end();
});
