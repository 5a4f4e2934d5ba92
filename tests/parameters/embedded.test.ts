import { COLOURS, cssColour, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

// Pages with frames of other origins, which Chromium paints in its window only.

const lab = await createLab(t);
const colourPage = (colour: keyof typeof COLOURS, more = '') =>
  `<!doctype html><style>html{background:${cssColour(COLOURS[colour])}}body{margin:0}iframe{border:0;display:block;width:200px;height:100px}</style>${more}`;
lab.server.page('/blue', colourPage('blue'));
lab.server.page('/green', colourPage('green'));
const elsewhere = lab.server.url('/blue', '127.0.0.2');
lab.server.page('/nested', colourPage('green', `<iframe src="${elsewhere}"></iframe>`));
const nested = lab.server.url('/nested', '127.0.0.2');
const sameOrigin = lab.server.url('/nested');

const style = `<style>body{margin:0;position:relative}iframe,x-embed{position:absolute;left:0;width:300px;height:200px;border:0}
main{height:100vh;background:#ff0;width:40px;margin-left:300px}
nav{position:fixed;top:0;right:0;width:60px;height:30px;background:#f0f}footer{position:fixed;bottom:0;right:0;width:60px;height:30px;background:#0ff}</style>`;

/** A page with frames at these heights, a column as high as the window and bars at its edges. */
function pageWith(frames: { y: number; src: string }[], height: number): string {
  const list = frames.map(({ y, src }) => `<iframe src="${src}" style="top:${y}px"></iframe>`);
  return lab.server.page(
    `/with-${frames.length}-${height}`,
    `<!doctype html>${style}<body style="height:${height}px"><main></main><nav></nav><footer></footer>${list.join('')}`,
  );
}

const viewport = { viewport_width: 400, viewport_height: 600 };
const frame = (y: number) => ({ x: 5, y: y + 5, width: 290, height: 190 });
const places = [50, 550, 1500, 4700];
const url = pageWith(
  places.map((y) => ({ y, src: elsewhere })),
  5000,
);

t.test('a full page shows them, and nothing else has moved', async (t) => {
  for (const scale of [1, 2].filter((one) => one === 2 || inDepth(t, 'at its own size'))) {
    const { image } = await lab.shoot({
      url,
      ...viewport,
      full_page: true,
      device_scale_factor: scale,
    });
    t.match(image, { width: 400 * scale, height: 5000 * scale });
    for (const y of places) {
      const { x, y: top, width, height } = frame(y);
      const area = { x: x * scale, y: top * scale, width: width * scale, height: height * scale };
      image.expectSolid(COLOURS.blue, 0, area);
    }
    t.equal(image.count(COLOURS.yellow), 600 * 40 * scale ** 2, '100vh');
    t.equal(image.count(COLOURS.magenta), 60 * 30 * scale ** 2, 'the bar at the top');
    t.equal(image.count(COLOURS.cyan), 60 * 30 * scale ** 2, 'the bar at the bottom');
    const bar = { x: 340 * scale, y: 570 * scale, width: 60 * scale, height: 30 * scale };
    image.expectSolid(COLOURS.cyan, 0, bar);
  }
});

// Each in a page of its own: frames that were painted once may be there in a later image of the
// page.
t.test('an element and a clip show them', async (t) => {
  const element = await lab.shoot({ url, ...viewport, selector: 'iframe:nth-of-type(3)' });
  t.match(element.image, { width: 300, height: 200 });
  element.image.expectSolid(COLOURS.blue);
  const clip = { clip_x: 10, clip_y: 4710, clip_width: 100, clip_height: 100 };
  const { image } = await lab.shoot({
    url,
    ...viewport,
    ...clip,
    capture_beyond_viewport: true,
  });
  image.expectSolid(COLOURS.blue);
});

t.test('frames inside frames, of either origin', async (t) => {
  for (const src of [nested, sameOrigin].filter((one) => one === nested || inDepth(t, one))) {
    const { image } = await lab.shoot({
      url: pageWith([{ y: 2000, src }], src === nested ? 3000 : 3100),
      ...viewport,
      full_page: true,
    });
    const inner = { x: 5, y: 2005, width: 190, height: 90 };
    image.expectSolid(COLOURS.blue, 0, inner);
    const outer = { x: 5, y: 2105, width: 290, height: 90 };
    image.expectSolid(COLOURS.green, 0, outer);
  }
});

t.test('a frame in a shadow tree', async () => {
  const page = lab.server.page(
    '/shadow',
    `<!doctype html>${style}<body style="height:3000px"><x-embed style="top:2000px"><template shadowrootmode=open><iframe style="border:0" src="${elsewhere}"></iframe></template></x-embed>`,
  );
  const { image } = await lab.shoot({ url: page, ...viewport, full_page: true });
  image.expectSolid(COLOURS.blue, 0, { x: 5, y: 2005, width: 190, height: 90 });
});

t.test('on a page of 20,000 px', async (t) => {
  if (!inDepth(t, '20,000 px')) return;
  const tall = [700, 9000, 19_700];
  const { image } = await lab.shoot({
    url: pageWith(
      tall.map((y) => ({ y, src: elsewhere })),
      20_000,
    ),
    ...viewport,
    full_page: true,
  });
  t.match(image, { width: 400, height: 20_000 });
  for (const y of tall) image.expectSolid(COLOURS.blue, 0, frame(y));
});

t.test('larger than a window can be, the result says so', async (t) => {
  const { warnings } = await lab.render({
    url: pageWith([{ y: 19_000, src: elsewhere }], 26_000),
    viewport_width: 800,
    viewport_height: 600,
    format: 'jpeg',
    image_quality: 30,
    clip_y: 18_999,
    clip_width: 20,
    clip_height: 20,
    capture_beyond_viewport: true,
    device_scale_factor: 4,
  });
  t.match(warnings.join(), /embedded pages/i);
});
