import type { Trace } from '@tintype/contract/trace';
import t from 'tap';
import { endMsOf, frameBefore, placeOf, rowsWith, stagesAt } from './trace-times.ts';

const image = new Uint8Array();
const frames = [100, 200, 300].map((atMs) => ({ atMs, image }));
const stages = [
  { stage: 'navigate', startMs: 10, durationMs: 200 },
  { stage: 'capture', startMs: 210, durationMs: 190 },
];

t.test('a time has the image before it, and the stages that run', (t) => {
  t.same(
    [0, 100, 250, 999].map((atMs) => frameBefore(frames, atMs)),
    [0, 0, 1, 2],
  );
  t.equal(frameBefore([], 5), 0);
  t.same(stagesAt(stages, 100), ['navigate']);
  t.same(stagesAt(stages, 5), []);
  t.end();
});

t.test('requests do not stretch a timeline', (t) => {
  const requests = [{ startMs: 1e12, durationMs: 1e12 }];
  t.equal(endMsOf({ stages, frames, console: [], requests } as unknown as Trace), 400);
  t.equal(endMsOf({ stages: [], frames: [], console: [] } as unknown as Trace), 1);
  t.same(placeOf({ startMs: 1e12, durationMs: 1e12 }, 400), { left: 99.5, width: 0.5 });
  t.same(placeOf({ startMs: 100, durationMs: 100 }, 400), { left: 25, width: 25 });
  t.same(placeOf({ startMs: -50, durationMs: 0 }, 400), { left: 0, width: 0.5 });
  t.end();
});

t.test('rows are found by a part of their text', (t) => {
  const rows = ['https://a.example/App.js', '<b>'];
  t.same(rowsWith(rows, ' app ', String), [rows[0]]);
  t.same(rowsWith(rows, '<B', String), [rows[1]]);
  t.equal(rowsWith(rows, ' ', String), rows);
  t.end();
});
