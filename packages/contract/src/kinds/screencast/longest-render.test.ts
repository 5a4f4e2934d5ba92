import t from 'tap';
import {
  longestRenderMs,
  recordingBoundMs,
  renderBoundMs,
  usualDurationS,
} from './longest-render.ts';
import { parseRequest } from '../../request/parse-request.ts';
import { parameterList } from '../../project/parameter-list.ts';

const largest = (name: string) =>
  parameterList('screencast').find((info) => info.name === name)?.maximum ?? Infinity;

t.test('no render that can be asked for may take longer', async (t) => {
  const rules = { maxDurationS: usualDurationS };
  for (const fps of [1, 30, 60, 90, largest('fps')]) {
    const duration = Math.min(usualDurationS, (60 * usualDurationS) / fps);
    const input = { kind: 'screencast', html: '-', duration, fps };
    t.doesNotThrow(() => parseRequest(input, rules), `${duration} s at ${fps}`);
    t.throws(() => parseRequest({ ...input, duration: duration + 1 }, rules));
    t.ok(recordingBoundMs({ duration, fps }) <= 270_000);
  }
  t.equal(longestRenderMs(), 300_000, 'where a service allows 30 s');
  t.equal(longestRenderMs({ maxTimeoutS: 90 }), 360_000);
  t.equal(longestRenderMs({ maxDurationS: 60 }), 540_000);
  t.equal(renderBoundMs([{ timeout: 30 }, { timeout: 40, duration: 60, fps: 60 }]), 550_000);
  t.equal(renderBoundMs([{ timeout: 30, duration: 5 }]), 300_000);
});

t.test('a recording has more time above 30 frames a second', async (t) => {
  t.equal(recordingBoundMs({ duration: 5, fps: 30 }), 50_000);
  t.equal(recordingBoundMs({ duration: 5, fps: 1 }), 50_000);
  t.equal(recordingBoundMs({ duration: 5, fps: 60 }, 0), 40_000);
  t.equal(recordingBoundMs({ duration: 5, fps: 60, from_time: 10 }, 0), 120_000);
  const long = { timeout: 30, duration: 200, fps: 120, from_time: 50 };
  t.equal(renderBoundMs([long]), 30_000 + recordingBoundMs(long), 'with every frame of it');
});
