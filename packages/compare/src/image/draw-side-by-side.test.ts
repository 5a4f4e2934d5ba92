import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import { compareImages } from './compare-images.ts';

const width = 200;
const draw = (content: string, height = 120) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const box = (x: number, y: number, colour: string, size = 30) =>
  `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${colour}"/>`;
/** Rows that all look different. */
const shapes = `<path d="M 100 0 l 60 100 l -60 0 z" fill="#024"/>`;

const drawBoth = async (before: Buffer, after: Buffer, options = {}) => {
  const found = await compareImages(before, after, { sideBySide: true, ...options });
  const { data, info } = await sharp(found.sideBySide)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  return { ...found, info, at };
};
/** Column of the later image. */
const right = width + 16;

t.test('both images are shown with outlined regions, and no other marks', async (t) => {
  const { info, at, regions } = await drawBoth(
    await draw(box(40, 40, '#f00')),
    await draw(box(40, 40, '#00f')),
  );
  t.match(regions, [{ type: 'colour' }]);
  t.match(info, { width: 2 * width + 16, height: 120 });
  t.same(at(50, 50), [255, 0, 0]);
  t.same(at(right + 50, 50), [0, 0, 255]);
  const colour = [191, 57, 137];
  t.same(at(38, 50), colour, 'an outline');
  t.same(at(right + 38, 50), colour);
  t.same(at(20, 50), [255, 255, 255]);
  t.same(at(width + 8, 50), [234, 238, 242], 'the gap');
});

t.test('equal rows are beside each other, and rows of one image only beside nothing', async (t) => {
  const banner = `<rect width="${width}" height="40" fill="#fc0"/>`;
  const moved = `<g transform="translate(0 40)">${shapes}</g>`;
  const images = [await draw(shapes), await draw(banner + moved, 160)] as const;
  const { info, at } = await drawBoth(...images);
  t.equal(info.height, 160);
  t.same(at(10, 10), [234, 238, 242]);
  t.same(at(110, 130), at(right + 110, 130));
  t.same(at(110, 130), [0, 34, 68]);
  const [red, green, blue] = at(right + 100, 20);
  t.ok(red! > 200 && green! > 150 && blue! < 60, 'the banner, slightly tinted');
  const back = await drawBoth(images[1], images[0]);
  t.same(back.at(right + 10, 10), [234, 238, 242]);
});

t.test('columns of one image only are beside nothing', async (t) => {
  const narrow = sharp(await draw(shapes)).extract({
    left: 0,
    top: 0,
    width: 150,
    height: 120,
  });
  const { at } = await drawBoth(await narrow.png().toBuffer(), await draw(shapes));
  t.same(at(170, 60), [234, 238, 242]);
  t.not(at(right + 170, 60), [234, 238, 242]);
});

t.test('a block that moved is outlined in both places', async (t) => {
  const [one, two] = [shapes, `<path d="M 20 110 l 90 90 l -60 0 z" fill="#420"/>`];
  const swapped = `<g transform="translate(0 100)">${one}</g><g transform="translate(0 -110)">${two}</g>`;
  const { regions, at, info } = await drawBoth(
    await draw(one + two, 210),
    await draw(swapped, 210),
  );
  t.ok(
    regions.some(({ type }) => type === 'moved'),
    JSON.stringify(regions),
  );
  const isBlue = (left: number) =>
    Array.from({ length: info.height * width }, (_, pixel) =>
      at(left + (pixel % width), Math.floor(pixel / width)),
    ).some(([red, green, blue]) => red === 9 && green === 105 && blue === 218);
  t.ok(isBlue(0) && isBlue(right));
});

t.test('ignored areas show what each image has there', async (t) => {
  const ignore = [
    { x: 40, y: 40, width: 30, height: 30 },
    { x: 30, y: 30, width: 30, height: 30 },
  ];
  const { same, at } = await drawBoth(
    await draw(box(40, 40, '#f00')),
    await draw(box(40, 40, '#00f')),
    { ignore },
  );
  t.ok(same);
  t.same(at(50, 50), [255, 0, 0]);
  t.same(at(right + 50, 50), [0, 0, 255]);
  t.same(at(38, 75), [255, 255, 255]);
});

t.test('the image has at most as many pixels as those that are compared', async (t) => {
  const page = await draw(shapes);
  const { info } = await drawBoth(page, page, { maxPixels: width * 120 });
  t.ok(info.width * info.height <= width * 120, `${info.width} x ${info.height}`);
  t.ok(info.width > 250, 'and not far fewer');
  const plain = await compareImages(page, page);
  t.equal(plain.sideBySide, undefined, 'it is drawn on request');
});
