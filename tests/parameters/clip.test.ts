import { COLOURS, type Grid, gridMismatch, gridPage, inDepth, solidPage } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const grid: Grid = { width: 640, height: 2000, cellWidth: 40, cellHeight: 20 };
const url = lab.server.page('/grid', gridPage(grid));
const viewport = { viewport_width: 400, viewport_height: 300 };

function clip(x: number, y: number, width: number, height: number) {
  return { clip_x: x, clip_y: y, clip_width: width, clip_height: height };
}

t.test('a clip is exact to the pixel', async (t) => {
  const { result, image } = await lab.shoot({ url, ...viewport, ...clip(33, 57, 101, 83) });
  t.match(image, { width: 101, height: 83 });
  t.same(result.metadata.imageSize, { width: 101, height: 83 });
  t.equal(gridMismatch(image, grid, { x: 33, y: 57 }), undefined);
});

t.test('of one page', async (t) => {
  await using page = await lab.open({ url, ...viewport });
  await t.test('one pixel is a clip', async (t) => {
    const { image } = await page.shoot(clip(399, 299, 1, 1));
    t.match(image, { width: 1, height: 1 });
    t.equal(gridMismatch(image, grid, { x: 399, y: 299 }), undefined);
  });

  await t.test('clip_x and clip_y start at 0', async (t) => {
    const { image } = await page.shoot({ clip_width: 50, clip_height: 40 });
    t.match(image, { width: 50, height: 40 });
    t.equal(gridMismatch(image, grid), undefined);
  });

  await t.test('a clip partly outside the viewport is cut to it', async (t) => {
    const { result, image } = await page.shoot(clip(350, 260, 100, 100));
    t.match(image, { width: 50, height: 40 });
    t.same(result.metadata.imageSize, { width: 50, height: 40 });
    t.equal(gridMismatch(image, grid, { x: 350, y: 260 }), undefined);
  });

  await t.test('a clip outside the viewport is an error with a hint', async (t) => {
    const places = [clip(400, 0, 10, 10), clip(0, 300, 10, 10), clip(500, 1500, 50, 50)];
    for (const outside of places.filter((_, at) => at === 1 || inDepth(t))) {
      const error = await page.failure(outside);
      t.equal(error.code, 'invalid_parameter');
      t.match(error.message, /capture_beyond_viewport/);
    }
  });
});

for (const scale of [2, 3].filter((one) => one === 2 || inDepth(t, `scale ${one}`)))
  t.test(`at device_scale_factor ${scale}`, async (t) => {
    const { image } = await lab.shoot({
      url,
      ...viewport,
      ...clip(33, 57, 101, 83),
      device_scale_factor: scale,
    });
    t.match(image, { width: 101 * scale, height: 83 * scale });
    t.equal(gridMismatch(image, grid, { x: 33, y: 57, scale }), undefined);
  });

t.test('capture_beyond_viewport reaches all of the page, and alone is all of it', async (t) => {
  const beyond = { capture_beyond_viewport: true };
  await using opened = await lab.open({ url, ...viewport, ...beyond });
  for (const place of [
    clip(33, 57, 101, 83),
    clip(350, 260, 100, 100),
    clip(437, 1503, 203, 497),
  ]) {
    const { image } = await opened.shoot(place);
    t.match(image, { width: place.clip_width, height: place.clip_height });
    t.equal(gridMismatch(image, grid, { x: place.clip_x, y: place.clip_y }), undefined);
  }
  const { image } = await opened.shoot();
  t.match(image, { width: 640, height: 2000 });
  t.equal(gridMismatch(image, grid), undefined);
});

t.test('capture_beyond_viewport at device_scale_factor 2', async (t) => {
  const { image } = await lab.shoot({
    url,
    ...viewport,
    ...clip(437, 1503, 103, 97),
    capture_beyond_viewport: true,
    device_scale_factor: 2,
  });
  t.match(image, { width: 206, height: 194 });
  t.equal(gridMismatch(image, grid, { x: 437, y: 1503, scale: 2 }), undefined);
});

t.test('a clip means the page, also where the page has scrolled itself', async (t) => {
  const scrolled = lab.server.page(
    '/scrolled',
    `${gridPage(grid)}<script>scrollTo(0, 500)</script>`,
  );
  await using opened = await lab.open({ url: scrolled, ...viewport });
  const { image: plain } = await opened.shoot();
  t.match(plain, { width: 400, height: 300 });
  t.equal(
    gridMismatch(plain, grid, { y: 500 }),
    undefined,
    'without a clip: what the viewport shows',
  );
  const { image } = await opened.shoot(clip(33, 557, 101, 83));
  t.match(image, { width: 101, height: 83 });
  t.equal(gridMismatch(image, grid, { x: 33, y: 557 }), undefined);
  const { image: beyond } = await lab.shoot({
    url: scrolled,
    ...viewport,
    ...clip(33, 57, 101, 83),
    capture_beyond_viewport: true,
  });
  t.match(beyond, { width: 101, height: 83 });
  t.equal(gridMismatch(beyond, grid, { x: 33, y: 57 }), undefined);
});

t.test('a clip of a page smaller than the viewport', async (t) => {
  const small = lab.server.page(
    '/small',
    solidPage(COLOURS.cyan, '<p style="margin:0;height:9px">'),
  );
  const { image } = await lab.shoot({ url: small, ...viewport, ...clip(300, 200, 80, 90) });
  t.match(image, { width: 80, height: 90 });
  image.expectSolid(COLOURS.cyan);
});

t.test('a page written from the right: a clip is cut to what is in view', async (t) => {
  const html = `<!doctype html><html dir="rtl"><body style="margin:0">
<div style="width:3000px;height:100px;background:linear-gradient(90deg,#f00 0 33.34%,#0f0 33.34% 66.67%,#00f 66.67%)"></div>`;
  await using wide = await lab.open({ html, viewport_width: 1000, viewport_height: 100 });
  const { image } = await wide.shoot(clip(2500, 0, 50, 50));
  t.same(image.at(25, 25).slice(0, 3), [0, 0, 255]);
  const outside = clip(0, 0, 50, 50);
  t.match(await wide.failure(outside), {
    code: 'invalid_parameter',
    message: /outside the viewport/,
  });
  const { image: left } = await lab.shoot({
    html,
    viewport_width: 1000,
    viewport_height: 100,
    ...outside,
    capture_beyond_viewport: true,
  });
  t.same(left.at(25, 25).slice(0, 3), [255, 0, 0]);
});
