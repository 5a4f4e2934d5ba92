import t from 'tap';
import { COLOURS } from './colour.ts';
import { quadrantImage, solidImage } from './images.ts';
import { readPixels } from './read-pixels.ts';

t.test('reads each pixel of a picture', async (t) => {
  const picture = await readPixels(await quadrantImage(8, 6));
  t.match(picture, { width: 8, height: 6, format: 'png' });
  t.same(picture.at(3, 2), COLOURS.red);
  t.same(picture.at(4, 2), COLOURS.green);
  t.same(picture.at(3, 3), COLOURS.blue);
  t.same(picture.at(7, 5), COLOURS.yellow);
  t.equal(picture.count(COLOURS.red), 12);
  t.equal(picture.count(COLOURS.red, 0, { x: 3, y: 0, width: 2, height: 6 }), 3);
  t.throws(() => picture.at(8, 0), /8x6.*8,0/);
  t.throws(() => picture.at(0, -1), RangeError);
});

t.test('names the first pixel that is not as expected', async (t) => {
  const picture = await readPixels(await quadrantImage(8, 6));
  t.equal(picture.firstMismatch(COLOURS.red), 'at 4,0: expected 255 0 0 255, came 0 255 0 255');
  t.equal(
    picture.firstMismatch([250, 4, 0, 255], 5, { x: 0, y: 0, width: 4, height: 3 }),
    undefined,
  );
  t.throws(() => picture.expectSolid(COLOURS.red), /at 4,0/);
  const clear = await readPixels(await solidImage([9, 9, 9, 0]));
  t.equal(clear.firstMismatch(COLOURS.clear), undefined);
});
