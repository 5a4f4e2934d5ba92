import {
  bandGrid,
  bands,
  cellColour,
  COLOURS,
  quadrantPage,
  type DecodedImage,
} from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const url = lab.server.page('/quadrants', quadrantPage());
const viewport = { viewport_width: 400, viewport_height: 200 };

/**
 * Where an image is not the four quarters, apart from a seam of two pixels that resizing may mix.
 */
function quadrantsMismatch({ width, height, firstMismatch }: DecodedImage): string | undefined {
  const [w, h] = [Math.floor(width / 2) - 2, Math.floor(height / 2) - 2];
  const [right, low] = [width - w, height - h];
  return (
    firstMismatch(COLOURS.red, 3, { x: 0, y: 0, width: w, height: h }) ??
    firstMismatch(COLOURS.green, 3, { x: right, y: 0, width: w, height: h }) ??
    firstMismatch(COLOURS.blue, 3, { x: 0, y: low, width: w, height: h }) ??
    firstMismatch(COLOURS.yellow, 3, { x: right, y: low, width: w, height: h })
  );
}

const cases = [
  { name: 'both given, width decides', image_width: 100, image_height: 100, expected: [100, 50] },
  { name: 'both given, height decides', image_width: 300, image_height: 40, expected: [80, 40] },
  { name: 'both given, same ratio', image_width: 100, image_height: 50, expected: [100, 50] },
  { name: 'width alone', image_width: 100, expected: [100, 50] },
  { name: 'height alone', image_height: 100, expected: [200, 100] },
  { name: 'larger than the page', image_width: 800, expected: [800, 400] },
  { name: 'larger, both given', image_width: 1000, image_height: 300, expected: [600, 300] },
];

t.test('of one page', async (t) => {
  await using page = await lab.open({ url, ...viewport });
  for (const { name, expected, ...parameters } of cases)
    await t.test(name, async (t) => {
      const { result, image } = await page.shoot(parameters);
      const [width, height] = expected;
      t.match(image, { width, height });
      t.same(result.metadata.imageSize, { width, height });
      t.equal(quadrantsMismatch(image), undefined);
    });

  await t.test('an uneven ratio is kept to the nearest pixel', async (t) => {
    const { image } = await page.shoot({ image_width: 33 });
    t.equal(image.width, 33);
    t.ok([16, 17].includes(image.height), `${image.height} rows`);
  });

  await t.test('nothing gets thinner than a pixel', async (t) => {
    const { image } = await page.shoot({ image_width: 1 });
    t.match(image, { width: 1, height: 1 });
  });

  await t.test('in each format', async (t) => {
    for (const format of ['jpeg', 'jpg', 'webp', 'gif']) {
      const { result, image } = await page.shoot({ format, image_width: 100 });
      t.match(image, { width: 100, height: 50, format: format.replace('jpg', 'jpeg') });
      t.ok(result.mediaType.endsWith(image.format));
      image.expectSolid(COLOURS.yellow, 8, { x: 60, y: 32, width: 30, height: 14 });
    }
  });

  await t.test('of a clip', async (t) => {
    const clip = { clip_x: 200, clip_y: 0, clip_width: 100, clip_height: 100 };
    const { image } = await page.shoot({ ...clip, image_width: 50 });
    t.match(image, { width: 50, height: 50 });
    image.expectSolid(COLOURS.green);
  });
});

t.test('at device_scale_factor 2', async (t) => {
  const { image } = await lab.shoot({ url, ...viewport, image_width: 100, device_scale_factor: 2 });
  t.match(image, { width: 100, height: 50 });
  t.equal(quadrantsMismatch(image), undefined);
});

t.test('of a full page that is taller than the format allows', async (t) => {
  const grid = bandGrid(200, 20_000, 2000);
  const tall = lab.server.page('/tall', bands(grid.width, grid.height, grid.cellHeight));
  const { image } = await lab.shoot({
    url: tall,
    viewport_width: 200,
    viewport_height: 200,
    full_page: true,
    format: 'webp',
    image_quality: 100,
    image_height: 1000,
  });
  t.match(image, { width: 10, height: 1000 });
  for (let row = 0; row < 10; row += 1)
    image.expectSolid(cellColour(0, row), 12, {
      x: 0,
      y: row * 100 + 4,
      width: 10,
      height: 92,
    });
});
