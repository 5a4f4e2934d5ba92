import t from 'tap';
import { fittedSize } from './image-limits.ts';

t.test('a fitted size keeps the ratio inside the box', (t) => {
  const image = { width: 1280, height: 60_000 };
  t.same(fittedSize({}, image), image);
  t.same(fittedSize({ image_width: 16_383 }, image), { width: 16_383, height: 767_953 });
  t.same(fittedSize({ image_width: 640, image_height: 640 }, image), { width: 14, height: 640 });
  t.end();
});
