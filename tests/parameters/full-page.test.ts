import {
  appendingPage,
  bandGrid,
  bands,
  cellColour,
  COLOURS,
  gridMismatch,
  gridPage,
  inDepth,
  isClose,
  lazyImagesPage,
  solidImage,
  solidPage,
  stickyPage,
  type DecodedImage,
} from '@tintype/testkit';
import t from 'tap';
import type { RenderResult } from 'tintype';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const bandHeight = 13;

function bandsUrl(width: number, height: number): string {
  return lab.server.page(`/bands-${width}-${height}`, bands(width, height, bandHeight));
}

/** Around the height of one texture. */
const exact = [
  { width: 60, height: 16_385, scale: 2 },
  { width: 32, height: 60_000 },
  ...[
    { width: 300, height: 16_384 },
    { width: 300, height: 16_383 },
    { width: 300, height: 16_385 },
    { width: 1280, height: 22_000 },
  ].filter(({ height }) => inDepth(t, `${height} px`)),
];

for (const { width, height, scale = 1 } of exact)
  t.test(`${height} px at device_scale_factor ${scale}, row by row`, async (t) => {
    const { result, image } = await lab.shoot({
      url: bandsUrl(width, height),
      viewport_width: width,
      viewport_height: 400,
      device_scale_factor: scale,
      full_page: true,
    });
    t.match(image, { width: width * scale, height: height * scale });
    t.same(result.metadata.imageSize, { width: width * scale, height: height * scale });
    t.equal(gridMismatch(image, bandGrid(width, height, bandHeight), { scale }), undefined);
  });

const scrolled = {
  viewport_width: 200,
  viewport_height: 400,
  full_page: true,
  full_page_scroll: true,
} as const;

t.test('a page wider than the viewport is whole as well', async (t) => {
  const grid = { width: 900, height: 700, cellWidth: 18, cellHeight: 20 };
  const url = lab.server.page('/wide', gridPage(grid));
  const { image } = await lab.shoot({
    url,
    viewport_width: 400,
    viewport_height: 300,
    full_page: true,
  });
  t.match(image, { width: 900, height: 700 });
  t.equal(gridMismatch(image, grid), undefined);
});

t.test('a page shorter than the viewport fills it', async (t) => {
  const url = lab.server.page('/short', solidPage(COLOURS.cyan, '<p style="margin:0;height:9px">'));
  const viewport = { viewport_width: 400, viewport_height: 300 };
  const { image } = await lab.shoot({ url, ...viewport, full_page: true });
  t.match(image, { width: 400, height: 300 });
  image.expectSolid(COLOURS.cyan);
});

t.test('a page that has scrolled itself is whole from its first row', async (t) => {
  const grid = bandGrid(300, 2100, bandHeight);
  const url = lab.server.page(
    '/scrolled',
    `${bands(grid.width, grid.height, bandHeight)}<script>scrollTo(0, 900)</script>`,
  );
  const viewport = { viewport_width: 300, viewport_height: 400 };
  const { image } = await lab.shoot({ url, ...viewport, full_page: true });
  t.match(image, { width: 300, height: 2100 });
  t.equal(gridMismatch(image, grid), undefined);
});

t.test('formats hold the largest size that they can, and name one that holds more', async (t) => {
  const url = lab.server.page('/tall', bands(32, 65_540, 4096));
  await using page = await lab.open({
    url,
    viewport_width: 32,
    viewport_height: 400,
    capture_beyond_viewport: true,
  });
  const of = (format: string, clip_height: number) => ({
    format,
    image_quality: 100,
    clip_width: 32,
    clip_height,
  });
  const tooTall = [
    { format: 'webp', height: 16_384 },
    { format: 'jpeg', height: 65_501 },
    ...[
      { format: 'jpg', height: 65_501 },
      { format: 'gif', height: 65_536 },
    ].filter(({ format }) => inDepth(t, format)),
  ];
  for (const { format, height } of tooTall) {
    const error = await page.failure(of(format, height));
    t.equal(error.code, 'image_too_large', format);
    t.match(error.message, /Use format png, a clip, or an image_height of at most \d+\.$/, format);
  }
  const resized = { ...of('webp', 16_384), image_width: 64 };
  t.match(await page.failure(resized), {
    code: 'image_too_large',
    message: /64x32768 px, .*an image_height of at most 16383\.$/,
  });
  t.match((await page.shoot({ ...resized, image_height: 16_383 })).image, { height: 16_383 });
  const largest = [
    { format: 'webp', height: 16_383 },
    // The format could hold 35 more; its encoders (libjpeg) stop here.
    { format: 'jpeg', height: 65_500 },
  ].filter(({ format }) => format === 'webp' || inDepth(t, format));
  for (const { format, height } of largest) {
    const { image } = await page.shoot(of(format, height));
    t.match(image, { width: 32, height }, format);
    t.equal(bandsMismatch(image), undefined, format);
  }
});

/**
 * As `gridMismatch` for 4096 px bands in a lossy format: their edges bleed, their insides have a
 * small error.
 */
function bandsMismatch(image: DecodedImage): string | undefined {
  for (let row = 0; row * 4096 < image.height; row += 1) {
    const y = row * 4096 + 16;
    const height = Math.min(4096, image.height - row * 4096) - 32;
    const area = { x: 0, y, width: image.width, height };
    const mismatch = image.firstMismatch(cellColour(0, row), 12, area);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

t.test('fixed and sticky elements are painted once, 100vh stays the viewport', async (t) => {
  const url = lab.server.page('/sticky', stickyPage(3000));
  await using page = await lab.open({ url, viewport_width: 400, viewport_height: 300 });
  for (const scroll of [{}, { full_page_scroll: true, full_page_scroll_by_duration: 20 }]) {
    const { image } = await page.shoot({ full_page: true, ...scroll });
    t.match(image, { width: 400, height: 3000 });
    t.equal(image.count(COLOURS.red), 400 * 30, 'one fixed bar at the top');
    image.expectSolid(COLOURS.red, 0, { x: 0, y: 0, width: 400, height: 30 });
    t.equal(image.count(COLOURS.blue), 400 * 30, 'one sticky bar');
    t.equal(image.count(COLOURS.green), 400 * 30, 'one fixed bar at the bottom');
    t.equal(magentaRows(image), 300, '100vh is 300 px');
  }
});

/** Height of the 100vh box, from its first row to its last: the fixed bar may cover some rows. */
function magentaRows({ at, height }: DecodedImage): number {
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    isClose(at(10, y), COLOURS.magenta),
  );
  const [first = 0] = rows;
  return (rows.at(-1) ?? 0) + 1 - first;
}

t.test('full_page_scroll shows lazy images, and appended content', async (t) => {
  lab.server.file('/blue.png', 'image/png', await solidImage(COLOURS.blue));
  lab.server.file('/native.png', 'image/png', await solidImage(COLOURS.blue));
  const native = Array.from(
    { length: 20 },
    (_, index) => `<img loading="lazy" style="height:300px" src="/native.png?${index}">`,
  );
  const url = lab.server.page(
    '/lazy',
    `${lazyImagesPage(10, 300, '/blue.png')}${native.join('')}${appendingPage(500, 8).replace(/^.*?(?=<script>)/s, '<style>body>div:nth-of-type(n+11){height:500px}</style>')}`,
  );
  const { image } = await lab.shoot({
    url,
    ...scrolled,
    full_page_scroll_by_duration: 30,
  });
  t.match(image, { width: 200, height: 9000 + 4000 });
  image.expectSolid(COLOURS.blue, 0, { x: 0, y: 0, width: 200, height: 9000 });
  t.equal(lab.server.requests('/blue.png').length, 10);
  for (let block = 0; block < 8; block += 1)
    image.expectSolid(block % 2 ? COLOURS.green : COLOURS.blue, 0, {
      x: 0,
      y: 9000 + block * 500,
      width: 200,
      height: 500,
    });
});

/** A page that reports each place it is scrolled to. */
function reportingUrl(path: string, height: number): string {
  lab.server.file(`${path}-at`, 'text/plain', '');
  return lab.server.page(
    path,
    `<!doctype html><body style="margin:0;height:${height}px"><script>
addEventListener('scroll', () => { fetch('${path}-at?' + Math.round(scrollY)); });
</script>`,
  );
}

/** Scroll offsets of the page, step by step. */
function reported(path: string): number[] {
  const places = lab.server.requests(`${path}-at`).map(({ url }) => Number(url.split('?')[1]));
  return places.filter((y) => y > 0);
}

/** Milliseconds that went into clicking, scrolling and waiting. */
function interactMs({ timings }: RenderResult): number {
  return timings.find(({ stage }) => stage === 'interact')?.durationMs ?? 0;
}

t.test('full_page_scroll_by_amount and _by_duration are the step and its time', async (t) => {
  const url = reportingUrl('/steps', 2000);
  const { result } = await lab.shoot({
    url,
    ...scrolled,
    full_page_scroll_by_amount: 500,
    full_page_scroll_by_duration: 250,
  });
  t.same(reported('/steps'), [500, 1000, 1500, 1600]);
  t.ok(interactMs(result) >= 4 * 250, `took ${interactMs(result)} ms`);
});

t.test('a step is one viewport in 400 ms by default', async (t) => {
  const url = reportingUrl('/default-steps', 1200);
  const { result } = await lab.shoot({
    url,
    ...scrolled,
  });
  t.same(reported('/default-steps'), [400, 800]);
  t.ok(interactMs(result) >= 2 * 400, `took ${interactMs(result)} ms`);
});

t.test('a step of no time still lets the page hear of it', async (t) => {
  const url = lab.server.page('/appending-at-once', appendingPage(500, 6));
  const { image } = await lab.shoot({
    url,
    ...scrolled,
    full_page_scroll_by_duration: 0,
  });
  t.match(image, { width: 200, height: 3000 });
});

t.test('a page without an end is an image inside the deadline', async (t) => {
  const url = lab.server.page('/endless', appendingPage(800));
  const startedMs = performance.now();
  const { image } = await lab.shoot({
    url,
    viewport_width: 100,
    viewport_height: 400,
    full_page: true,
    full_page_scroll: true,
    full_page_scroll_by_duration: 20,
    timeout: 4,
  });
  t.ok(performance.now() - startedMs < 5000);
  t.ok(image.height > 4000, `${image.height} px`);
  t.equal(image.height % 800, 0);
});
