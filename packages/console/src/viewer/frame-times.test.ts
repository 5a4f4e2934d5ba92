import t from 'tap';
import { frameTimes } from './frame-times.ts';

t.test('at most twelve frames, from the start to the end', async (t) => {
  const times = frameTimes(60);
  t.equal(times.length, 12);
  t.equal(times[0], 0);
  t.ok((times.at(-1) ?? 0) > 58 && (times.at(-1) ?? 0) < 60);
  t.equal(frameTimes(0.5).length, 2);
  t.same(frameTimes(Infinity), [], 'of a stream, the end is unknown');
  t.same(frameTimes(Number.NaN), []);
});
