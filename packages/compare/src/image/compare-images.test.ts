import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import type { Area } from '../comparison.ts';
import { compareImages } from './compare-images.ts';

const width = 320;
const line = (y: number, text: string, colour = '#222') =>
  `<text x="20" y="${y}" font-size="16" font-family="sans-serif" fill="${colour}">${text}</text>`;
const box = (area: Area, colour: string) =>
  `<rect x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}" fill="${colour}"/>`;

/** A page of shapes, whose rows all look different. */
const shapes = (top: number, count = 8, first = 0) =>
  Array.from({ length: count }, (_, at) => {
    const name = first + at;
    return `<path d="M 20 ${top + at * 25} l ${40 + name * 19} 4 l -${30 + name * 7} 15 z" fill="hsl(${name * 25} 60% 40%)"/>`;
  }).join('');

const draw = (content: string, height = 300) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const regionsOf = async (before: string, after: string, heights = [300, 300]) => {
  const images = [await draw(before, heights[0]), await draw(after, heights[1])] as const;
  const { regions } = await compareImages(...images);
  return regions;
};
/** Returns whether two areas are nearly one: edges are blurred. */
const isNear = (one: Area | undefined, other: Area) =>
  one !== undefined &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= 2);

t.test('an equal page has no regions, and an overlay without colour', async (t) => {
  const page = await draw(shapes(20));
  const found = await compareImages(page, page);
  t.match(found, { same: true, changed: 0, similarity: 1, regions: [] });
});

t.test('names each region by what happened to it', async (t) => {
  const area = { x: 200, y: 150, width: 60, height: 40 };
  const square = box(area, '#06c');
  const [added, ...others] = await regionsOf(shapes(20, 4), shapes(20, 4) + square);
  t.equal(added?.type, 'added');
  t.ok(isNear(added?.area, area), JSON.stringify(added));
  t.same(others, []);

  const [removed] = await regionsOf(shapes(20, 4) + square, shapes(20, 4));
  t.equal(removed?.type, 'removed');
  t.ok(isNear(removed?.area, area), JSON.stringify(removed));

  const [colour] = await regionsOf(square, box(area, '#c60'));
  t.match(colour, { type: 'colour', area, before: area, pixels: 2400 });

  const text = await regionsOf(
    shapes(20, 4) + line(200, 'Price: 10 EUR'),
    shapes(20, 4) + line(200, 'Price: 28 USD'),
  );
  t.ok(text.length > 0 && text.every(({ type }) => type === 'changed'), JSON.stringify(text));
});

t.test('an inserted banner is one region, and what it moves is none', async (t) => {
  const moved = `<g transform="translate(0 50)">${shapes(20)}</g>`;
  const banner = box({ x: 0, y: 10, width, height: 40 }, '#fc0');
  const [region, ...others] = await regionsOf(shapes(20), banner + moved, [300, 350]);
  t.same(others, []);
  t.equal(region?.type, 'added');
  t.equal(region?.area.width, width);
  t.ok((region?.area.height ?? 0) <= 50, JSON.stringify(region));
});

t.test('background that is moved out of the window does not count', async (t) => {
  const moved = `<g transform="translate(0 50)">${shapes(20, 4)}</g>`;
  const banner = box({ x: 0, y: 10, width, height: 40 }, '#fc0');
  const regions = await regionsOf(shapes(20, 4), banner + moved);
  t.match(regions, [{ type: 'added' }]);
  t.equal(regions.length, 1);
  const [gap, ...others] = await regionsOf(
    shapes(20, 4) + shapes(150, 4, 4),
    shapes(20, 4) + shapes(180, 4, 4),
  );
  t.match(gap, { type: 'added', area: { x: 0, width, height: 30 } }, 'a wider gap does');
  t.same(others, []);
});

t.test('a block that moved is reported with both places', async (t) => {
  const [one, two] = [shapes(0, 4), shapes(110, 8, 4)];
  const swapped = `<g transform="translate(0 210)">${one}</g><g transform="translate(0 -110)">${two}</g>`;
  const regions = await regionsOf(one + two, swapped, [320, 320]);
  const moved = regions.filter(({ type }) => type === 'moved');
  t.ok(moved.length > 0, JSON.stringify(regions));
  for (const { area, before } of moved) t.not(before?.y, area.y);
});

t.test('a line beside an ignored area counts', async (t) => {
  const area = { x: 100, y: 100, width: 50, height: 50 };
  const beside = [
    { ...area, x: 150, width: 1 },
    { ...area, y: 99, height: 1 },
  ];
  for (const line of beside) {
    const images = [await draw(shapes(20)), await draw(shapes(20) + box(line, '#f0f'))] as const;
    const { same } = await compareImages(...images, { ignore: [area] });
    t.equal(same, false, JSON.stringify(line));
  }
});

t.test('ignored areas do not count, and move with the rows that they are in', async (t) => {
  const clock = (time: string, top = 0) => line(280 + top, time);
  const before = await draw(shapes(20) + clock('12:00'));
  const after = await draw(shapes(20) + clock('23:59'));
  t.equal((await compareImages(before, after)).same, false);
  const ignore = [{ x: 0, y: 260, width, height: 30 }];
  t.match(await compareImages(before, after, { ignore }), { same: true, regions: [] });
  const outside = [{ x: 0, y: 5000, width: 10, height: 10 }];
  t.equal((await compareImages(before, after, { ignore: outside })).same, false);
});

t.test('areas of both images do not count, and align the rows that they are in', async (t) => {
  const clock = (time: string, top = 0) => line(280 + top, time);
  const at = (y: number, x = 15) => ({ x, y, width: 60, height: 24 });
  const before = await draw(shapes(20) + clock('12:00'));
  const banner = box({ x: 0, y: 10, width, height: 40 }, '#fc0');
  const moved = `${banner}<g transform="translate(0 50)">${shapes(20)}${clock('23:59')}</g>`;
  const after = await draw(moved, 350);
  const ignored = { before: [at(262)], after: [at(312)] };
  const found = await compareImages(before, after, { ignored });
  t.match(found, { regionCount: 1, regions: [{ type: 'added', area: { width } }] });
  t.ok((await compareImages(before, after)).regionCount > 1, 'without it, the clock counts');
  // The earlier side alone: its area is mapped to where these rows are now.
  const only = { before: [at(262)], after: [] };
  t.match(await compareImages(before, after, { ignored: only }), { regionCount: 1 });
  const elsewhere = { before: [at(262, 150)], after: [at(312, 150)] };
  t.ok((await compareImages(before, after, { ignored: elsewhere })).regionCount > 1);
  const outside = { x: -50, y: -9, width: 9999, height: 5 };
  const wide = { before: [outside, at(262)], after: [{ ...at(312), height: 9999 }, outside] };
  t.match(await compareImages(before, after, { ignored: wide }), { regionCount: 1 });
  const all = { x: 0, y: 0, width, height: 350 };
  const many = { before: Array(50).fill(all), after: Array(50).fill(all) };
  t.match(await compareImages(before, after, { ignored: many, sideBySide: true }), { same: true });
  const pixels = await sharp(found.overlay).raw().toBuffer({ resolveWithObject: true });
  const { width: columns } = pixels.info;
  const corner = pixels.data.subarray((312 * columns + 12) * 3, (312 * columns + 12) * 3 + 3);
  t.same([...corner], [110, 119, 129], 'outlined grey');
});

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

t.test('images of different sizes are never the same', async (t) => {
  for (const [before, after, type] of [
    [[200, 100], [200, 10], 'removed'],
    [[200, 10], [200, 100], 'added'],
    [[200, 100], [240, 100], 'added'],
    [[201, 100], [200, 100], 'removed'],
  ] as const) {
    const found = await compareImages(
      await solid(before[0], before[1], '#fff'),
      await solid(after[0], after[1], '#fff'),
    );
    t.match(found, { same: false, regionCount: 1, regions: [{ type }] }, `${before} ${after}`);
    const side = type === 'added' ? found.size.after : found.size.before;
    const { area } = found.regions[0]!;
    t.ok(area.x + area.width <= side.width && area.y + area.height <= side.height);
    t.ok(found.changed > 0);
  }
  const page = await draw(shapes(20));
  const longer = await sharp(page).extend({ bottom: 3000, background: '#fff' }).png().toBuffer();
  t.match(await compareImages(page, longer), { same: false, regions: [{ type: 'added' }] });
});

t.test('images of other formats are compared', async (t) => {
  const png = await draw(shapes(20));
  const webp = await sharp(png).webp({ lossless: true }).toBuffer();
  t.ok((await compareImages(png, webp)).same);
  const tiny = await sharp(png).resize(3, 3, { fit: 'fill' }).png().toBuffer();
  t.equal((await compareImages(png, tiny)).same, false);
  const grey = await sharp(png).toColourspace('b-w').png().toBuffer();
  t.match(await compareImages(grey, grey), { same: true });
  const turned = sharp(await draw(shapes(20), 320))
    .jpeg()
    .withMetadata({ orientation: 6 });
  const upright = await sharp(await draw(shapes(20), 320))
    .jpeg()
    .toBuffer();
  t.equal((await compareImages(await turned.toBuffer(), upright)).same, false);
});

t.test('transparency counts, and has no colour', async (t) => {
  const [clear, white, black] = [
    await solid(64, 64, '#ffffff00'),
    await solid(64, 64, '#fff'),
    await solid(64, 64, '#00000000'),
  ];
  t.equal((await compareImages(clear, white)).same, false);
  t.equal((await compareImages(clear, black)).same, true, 'both are transparent');
});

t.test('reports the largest 100 regions, and the share of all', async (t) => {
  const dots = Array.from({ length: 150 }, (_, at) => {
    const [x, y] = [(at % 10) * 32, Math.floor(at / 10) * 32];
    return box({ x, y, width: at < 50 ? 2 : 4, height: 4 }, '#000');
  }).join('');
  const images = [await draw('', 480), await draw(dots, 480)] as const;
  const { regions, changed } = await compareImages(...images);
  t.equal(regions.length, 100);
  t.ok(
    regions.every(({ pixels }) => pixels === 16),
    'small ones are left out',
  );
  t.equal(Math.round(changed * width * 480), 50 * 8 + 100 * 16);
});

t.test('a faint colour of a whole area counts, but not of lines and letters', async (t) => {
  const area = { x: 40, y: 40, width: 120, height: 60 };
  const found = await regionsOf(box(area, '#fff'), box(area, '#fff7e0'));
  t.equal(found.length, 1);
  t.match(found, [{ type: 'colour' }]);
  const {
    x,
    y,
    width: across,
    height: down,
  } = found[0]?.area ?? { x: 0, y: 0, width: 0, height: 0 };
  t.ok(x >= 40 && y >= 40 && x + across <= 160 && y + down <= 100 && across * down > 5000);
  const thin = { ...area, height: 3 };
  t.same(await regionsOf(box(thin, '#fff'), box(thin, '#fff7e0')), []);
  t.same(await regionsOf(line(60, 'Some words', '#222'), line(60, 'Some words', '#2a2a2a')), []);
  const faint = [await draw(box(area, '#fff')), await draw(box(area, '#fff7e0'))] as const;
  t.equal((await compareImages(...faint, { threshold: 0.2 })).same, true, 'above the default');
});
