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

t.test('inspects nothing outside the image', async (t) => {
  const image = await readPixels(await solidImage(COLOURS.red, 8, 6));
  for (const area of [
    { x: 4, y: 0, width: 5, height: 1 },
    { x: 0, y: -1, width: 1, height: 2 },
  ]) {
    t.throws(() => image.count(COLOURS.red, 0, area), RangeError);
    t.throws(() => image.firstMismatch(COLOURS.red, 0, area), RangeError);
  }
  t.equal(image.count(COLOURS.red, 0, { x: 0, y: 0, width: 0, height: 6 }), 0);
});

t.test('counts where two images differ', async (t) => {
  const one = await readPixels(await quadrantImage(8, 6));
  const red = await readPixels(await solidImage(COLOURS.red, 8, 6));
  t.equal(one.countDifferent(one), 0);
  t.equal(one.countDifferent(red), 36);
  const nearly = await readPixels(await solidImage([250, 5, 0, 255], 8, 6));
  t.equal(red.countDifferent(nearly, 5), 0);
  t.equal(red.countDifferent(nearly, 4), 48);
  const [clear, other] = await Promise.all(
    [9, 200].map(async (value) => readPixels(await solidImage([value, 0, 0, 0], 8, 6))),
  );
  t.equal(clear?.countDifferent(other!), 0, 'what cannot be seen');
  const smaller = await readPixels(await solidImage(COLOURS.red, 6, 8));
  t.throws(() => one.countDifferent(smaller), /8x6 and 6x8/);
});
