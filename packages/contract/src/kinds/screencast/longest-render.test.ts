import t from 'tap';
import { longestRenderMs, recordingBoundMs } from './longest-render.ts';
import { parameterList } from '../../project/parameter-list.ts';

t.test('no render that can be asked for may take longer', async (t) => {
  const largest = (name: string) =>
    parameterList('screencast').find((info) => info.name === name)?.maximum ?? Infinity;
  const recordingMs = recordingBoundMs({ duration: largest('duration'), fps: largest('fps') });
  t.equal(recordingMs, 270_000);
  t.equal(longestRenderMs(), 30_000 + recordingMs, 'where a service allows 30 s');
  t.equal(longestRenderMs({ maxTimeoutS: 90 }), 90_000 + recordingMs);
});

t.test('a recording has more time above 30 frames a second', async (t) => {
  t.equal(recordingBoundMs({ duration: 5, fps: 30 }), 50_000);
  t.equal(recordingBoundMs({ duration: 5, fps: 1 }), 50_000);
  t.equal(recordingBoundMs({ duration: 5, fps: 60 }, 0), 40_000);
});
