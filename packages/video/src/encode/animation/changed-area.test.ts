import t from 'tap';
import { changedArea } from './changed-area.ts';

const [width, height] = [7, 5];
const white = Buffer.alloc(width * height * 3, 255);

function dotted(...dots: [x: number, y: number, channel: number][]): Buffer {
  const pixels = Buffer.from(white);
  for (const [x, y, channel] of dots) pixels[(y * width + x) * 3 + channel] = 0;
  return pixels;
}

t.test('the smallest area that has all that differs', async (t) => {
  t.equal(changedArea(white, Buffer.from(white), { width, channels: 3 }), undefined, 'nothing');
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      const one = changedArea(dotted([x, y, x % 3]), white, { width, channels: 3 });
      t.same(one, { left: x, top: y, width: 1, height: 1 }, `one pixel at ${x}, ${y}`);
    }
  }
  t.same(
    changedArea(dotted([1, 3, 0], [5, 1, 2]), white, { width, channels: 3 }),
    { left: 1, top: 1, width: 5, height: 3 },
    'all of them',
  );
  t.same(
    changedArea(dotted([6, 0, 2], [0, 4, 0]), white, { width, channels: 3 }),
    { left: 0, top: 0, width, height },
    'from corner to corner',
  );
});
