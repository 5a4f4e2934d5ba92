import t from 'tap';
import { COLOURS } from './colour.ts';
import { quadrantImage, solidImage } from './images.ts';
import { readPixels } from './read-pixels.ts';

t.test('reads each pixel of an image', async (t) => {
  const image = await readPixels(await quadrantImage(8, 6));
  t.match(image, { width: 8, height: 6, format: 'png' });
  t.same(image.at(3, 2), COLOURS.red);
  t.same(image.at(4, 2), COLOURS.green);
  t.same(image.at(3, 3), COLOURS.blue);
  t.same(image.at(7, 5), COLOURS.yellow);
  t.equal(image.count(COLOURS.red), 12);
  t.equal(image.count(COLOURS.red, 0, { x: 3, y: 0, width: 2, height: 6 }), 3);
  t.throws(() => image.at(8, 0), /8x6.*8,0/);
  t.throws(() => image.at(0, -1), RangeError);
});

t.test('names the first pixel that is not as expected', async (t) => {
  const image = await readPixels(await quadrantImage(8, 6));
  t.equal(image.firstMismatch(COLOURS.red), 'at 4,0: expected 255 0 0 255, came 0 255 0 255');
  t.equal(image.firstMismatch([250, 4, 0, 255], 5, { x: 0, y: 0, width: 4, height: 3 }), undefined);
  t.throws(() => image.expectSolid(COLOURS.red), /at 4,0/);
  const clear = await readPixels(await solidImage([9, 9, 9, 0]));
  t.equal(clear.firstMismatch(COLOURS.clear), undefined);
});
