import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import type { ImageComparison } from '../comparison.ts';
import { compareImages } from './compare-images.ts';

const width = 200;
const rowHeight = 20;
const rows = 150;

interface Row {
  /** Colour of its shape. */
  fill?: string;
  isGone?: boolean;
}

/** A page of 150 rows, which all look different. */
async function draw(changes: Record<number, Row> = {}, above = 0): Promise<Uint8Array> {
  const shown = Array.from({ length: rows }, (_, at) => at).filter((at) => !changes[at]?.isGone);
  const height = above + shown.length * rowHeight;
  const shapes = shown.map((at, place) => {
    const fill = changes[at]?.fill ?? `hsl(${at * 31} 60% 40%)`;
    return `<path d="M 20 ${above + place * rowHeight} l ${10 + at} 3 l -${3 + at / 2} 14 z" fill="${fill}"/>`;
  });
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="${above}" fill="#fc0"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(page)).png().toBuffer();
}

const pixels = (rowCount: number) => ({ maxPixels: width * rowHeight * rowCount });
const before = await draw();
const found = ({ same, changed, size, regionCount, regions, comparedRows }: ImageComparison) => ({
  same,
  changed: Number(changed.toFixed(9)),
  size,
  regionCount,
  regions,
  comparedRows,
});

t.test(
  'images above maxPixels have the same regions as if they were compared as a whole',
  async (t) => {
    const changes = {
      nothing: await draw(),
      'a row near the end': await draw({ 140: { fill: '#000' } }),
      'two rows': await draw({ 3: { fill: '#000' }, 120: { fill: '#0f0' } }),
      'a removed row': await draw({ 60: { isGone: true } }),
      'a banner above, and a row below': await draw({ 99: { fill: '#f0f' } }, 30),
    };
    for (const [name, after] of Object.entries(changes)) {
      const whole = await compareImages(before, after);
      const large = await compareImages(before, after, pixels(30));
      t.same(found(large), found(whole), name);
      t.ok(Math.abs(large.similarity - whole.similarity) < 0.002, `similarity of ${name}`);
      const { height } = await sharp(large.overlay).metadata();
      t.ok(height <= 30 * rowHeight, `${name}: overlay of ${height} rows`);
    }
  },
);

t.test('areas and elements are those of the images', async (t) => {
  const after = await draw({ 3: { fill: '#000' }, 120: { fill: '#0f0' } });
  const area = { x: 0, y: 120 * rowHeight - 2, width, height: rowHeight + 4 };
  const element = { selector: '#three', box: [20, 60, 20, 18] };
  const later = { selector: '#later', box: [0, 500, 20, 18] };
  const page = { elements: [element, later] };
  const options = { ...pixels(30), elements: { before: page, after: page } };
  const { regions } = await compareImages(before, after, { ...options, ignore: [area] });
  t.match(regions, [{ type: 'colour', selector: '#three' }]);
  const ignored = { before: [area], after: [area] };
  t.match((await compareImages(before, after, { ...options, ignored })).regionCount, 1);
});

t.test('rows beyond the limits are reported as not compared, and never as the same', async (t) => {
  const black = (count: number) =>
    draw(Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 10, { fill: '#000' }])));
  const cut = await compareImages(before, await black(60), pixels(30));
  t.match(cut, { same: false, comparedRows: 38 * rowHeight });
  const all = { x: 0, y: 0, width, height: rows * rowHeight };
  const ignored = await compareImages(before, await black(60), { ...pixels(30), ignore: [all] });
  t.match(ignored, { same: false, changed: 0, comparedRows: 38 * rowHeight });
  const end = await draw({ 149: { fill: '#000' } });
  const unread = await compareImages(before, end, pixels(10));
  t.match(unread, { same: false, changed: 0, regionCount: 0, comparedRows: 80 * rowHeight });
});

t.test(
  'a block that moves past blank rows is no different from them below each other',
  async (t) => {
    const block = async (top: number) =>
      sharp(await draw())
        .extract({ left: 0, top: 0, width, height: 200 })
        .extend({ top, bottom: 140 - top, background: '#fff' })
        .png()
        .toBuffer();
    const found = await compareImages(await block(60), await block(80), pixels(12));
    t.match(found, { same: false, regionCount: 1 });
  },
);

t.test('images of different widths', async (t) => {
  const wide = await sharp(await draw({ 140: { fill: '#000' } }))
    .extend({ right: 50, background: '#00f' })
    .png()
    .toBuffer();
  const { regions, same } = await compareImages(before, wide, pixels(60));
  t.notOk(same);
  t.match(regions.map(({ type }) => type).toSorted(), ['added', 'colour']);
  const height = rows * rowHeight;
  t.match(
    regions.find(({ type }) => type === 'added'),
    { area: { x: width, y: 0, width: 50, height }, pixels: 50 * height },
  );
});
