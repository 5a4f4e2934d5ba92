import t from 'tap';
import { createResampler } from './resample.ts';

const image = (name: number) => Uint8Array.of(name);

function resample(
  fps: number,
  total: number,
  input: readonly (readonly [timeMs: number, name: number])[],
): (number | undefined)[] {
  const given: (number | undefined)[] = [];
  const resampler = createResampler({
    fps,
    total,
    reorderMs: 100,
    emit: (bytes) => given.push(bytes?.[0]),
  });
  for (const [timeMs, name] of input) resampler.push(timeMs, image(name));
  resampler.flush();
  return given;
}

t.test('frame n shows what was on the screen at n/fps', async (t) => {
  t.same(
    resample(10, 6, [
      [5000, 0],
      [5090, 1],
      [5110, 2],
      [5390, 3],
    ]),
    [0, 1, 2, undefined, 3, undefined],
  );
});

t.test('images that overtook each other are put in order', async (t) => {
  t.same(
    resample(10, 4, [
      [0, 0],
      [190, 2],
      [100, 1],
      [300, 3],
    ]),
    [0, 1, 2, 3],
  );
});

t.test('what changes faster than the video shows its newest image', async (t) => {
  const input = Array.from({ length: 60 }, (_, index) => [index * 10, index] as const);
  t.same(resample(10, 6, input), [0, 10, 20, 30, 40, 50]);
});

t.test('one image is enough for all frames, and no more are given than asked for', async (t) => {
  t.same(resample(30, 3, [[77, 9]]), [9, undefined, undefined]);
  t.equal(
    resample(30, 2, [
      [0, 0],
      [1000, 1],
      [2000, 2],
    ]).length,
    2,
  );
});

t.test('frames are given while images come', async (t) => {
  let given = 0;
  const resampler = createResampler({ fps: 10, total: 50, reorderMs: 100, emit: () => given++ });
  for (let timeMs = 0; timeMs <= 1000; timeMs += 50) resampler.push(timeMs, image(1));
  t.equal(given, 10, 'all but the last 100 ms');
});
