import t from 'tap';
import { avcName, vp9Name } from './choose-config.ts';

const named = (width: number, height: number, fps: number) => {
  const size = { width, height, fps };
  return [avcName(size), vp9Name(size)];
};

t.test('the level is that of the size', async (t) => {
  t.same(named(1280, 720, 30), ['avc1.64001f', 'vp09.00.31.08']);
  t.same(named(1280, 1080, 30), ['avc1.640028', 'vp09.00.40.08']);
  t.same(named(1920, 1080, 60), ['avc1.64002a', 'vp09.00.41.08'], 'more frames, a higher level');
  t.same(named(3840, 2160, 60), ['avc1.640034', 'vp09.00.51.08']);
  t.same(named(2, 2, 1), ['avc1.64001e', 'vp09.00.30.08']);
  t.same(named(38_400, 38_400, 60), [undefined, undefined], 'larger than any level');
});
