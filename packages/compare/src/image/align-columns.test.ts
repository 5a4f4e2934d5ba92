import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import type { Area } from '../comparison.ts';
import { layOut } from './align-columns.ts';
import { compareImages } from './compare-images.ts';

const width = 640;
/** A line of words, none of which is in another line. */
const words = (x: number, y: number, name: number, length = 5) =>
  Array.from({ length }, (_, at) => {
    const left = x + at * 36;
    return `<path d="M ${left} ${y} l ${14 + ((name * 7 + at * 5) % 15)} ${3 + (name % 5)} l -${5 + ((name * 3 + at) % 9)} ${9 - (name % 5)} z" fill="hsl(${(name * 47 + at * 90) % 360} 60% 40%)"/>`;
  }).join('');
const lines = (x: number, top: number, names: readonly number[], length = 5) =>
  names.map((name, at) => words(x, top + at * 24, name, length)).join('');
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const banner = `<rect width="${width}" height="40" fill="#024"/>`;

const draw = (content: string, height = 700) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** An article with a paragraph of three lines that is there or not, beside another column. */
const page = (beside: string, { has = false, count = 12, top = 60 } = {}) => {
  const rest = range(3, count - 3);
  const names = has ? [0, 1, 2, 101, 102, 103, ...rest] : [0, 1, 2, ...rest];
  return banner + lines(230, top, names, 10) + beside;
};
const sidebar = lines(20, 60, range(200, 20));
const footer = (y: number) => `<g transform="translate(0 ${y})">${words(20, 10, 900, 16)}</g>`;
const paragraph = { x: 230, y: 132, width: 347, height: 60 };

const isNear = (one: Area | undefined, other: Area) =>
  one !== undefined &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= 16);

t.test('a paragraph beside a longer sidebar is the only region', async (t) => {
  const [before, after] = [await draw(page(sidebar)), await draw(page(sidebar, { has: true }))];
  const added = await compareImages(before, after, { sideBySide: true });
  t.match(added, { same: false, regionCount: 1, regions: [{ type: 'added' }] });
  t.ok(isNear(added.regions[0]?.area, paragraph), JSON.stringify(added.regions));
  const removed = await compareImages(after, before);
  t.match(removed, { regionCount: 1, regions: [{ type: 'removed' }] });
  t.ok(isNear(removed.regions[0]?.area, paragraph), JSON.stringify(removed.regions));
});

t.test('a column that grows moves what is below both, and is reported alone', async (t) => {
  const beside = lines(20, 60, range(200, 8));
  const found = await compareImages(
    await draw(page(beside) + footer(380), 420),
    await draw(page(beside, { has: true }) + footer(452), 492),
  );
  t.match(found, { regionCount: 1, regions: [{ type: 'added' }] });
  t.ok(isNear(found.regions[0]?.area, paragraph), JSON.stringify(found.regions));
});

t.test('changes in the other column are found in their place', async (t) => {
  const other = lines(20, 60, [...range(200, 10), 300, ...range(211, 9)]);
  const found = await compareImages(
    await draw(page(sidebar)),
    await draw(page(other, { has: true })),
  );
  const [first, ...more] = found.regions.toSorted((one, two) => two.area.x - one.area.x);
  t.match(first, { type: 'added' });
  t.ok(
    more.length > 0 && more.every(({ area }) => area.x < 200 && area.y > 295 && area.y < 320),
    JSON.stringify(more),
  );
});

t.test('a wider gap counts, unless another column makes it', async (t) => {
  const split = (gap: number) => lines(20, 60, range(200, 8)) + lines(20, 252 + gap, range(220, 8));
  const alone = await compareImages(await draw(page(split(0))), await draw(page(split(72))));
  t.equal(alone.same, false);
  t.ok(
    alone.regions.every(({ area }) => area.x < 220),
    JSON.stringify(alone.regions),
  );
  const caused = await compareImages(
    await draw(page(split(0))),
    await draw(page(split(72), { has: true })),
  );
  t.match(caused, { regionCount: 1, regions: [{ type: 'added' }] }, JSON.stringify(caused.regions));
});

t.test('a column is shown beside itself', async (t) => {
  const { sideBySide } = await compareImages(
    await draw(page(sidebar)),
    await draw(page(sidebar, { has: true })),
    { sideBySide: true },
  );
  const image = sharp(sideBySide).removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  t.same(at(300, 150), [234, 238, 242], 'nothing beside the paragraph');
  const right = width + 16;
  let equal = 0;
  for (let y = 60; y < 500; y += 1) {
    for (let x = 0; x < 200; x += 1) if (`${at(x, y)}` === `${at(right + x, y)}`) equal += 1;
  }
  t.equal(equal, 440 * 200, 'the sidebar');
});

t.test('a list of which every line differs takes time in proportion to its length', (t) => {
  let read = 0;
  class Counted extends Uint32Array {
    override subarray(start = 0, end = this.length) {
      read += end - start;
      return new Uint32Array(this.buffer, this.byteOffset + start * 4, end - start);
    }
  }
  const columns = 120;
  /** Two columns of lines that differ, with two equal rows between them. */
  const list = (count: number, name: number) =>
    Counted.from({ length: count * 4 * columns }, (_, at) => {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      return x % 60 > 40 || y % 4 > 1 ? 0 : (x * 7 + y * 13) * name;
    });
  const readOf = (count: number) => {
    read = 0;
    const rows = [0, count * 4] as const;
    const images = { width: columns, before: list(count, 1), after: list(count, 2) };
    layOut(images, { columns: [0, columns], before: rows, after: rows });
    return read;
  };
  const [short, long] = [readOf(50), readOf(200)];
  t.ok(long < 5 * short, `${short} pixels for 50 lines, ${long} for 200`);
  t.end();
});

t.test('random images are the same only if they are equal', async (t) => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const colours = ['#fff', '#fff', '#000', '#c00', '#06c'];
  /** Columns of cells with gutters, so that many parts are equal. */
  const cells = () =>
    range(0, 4).map(() => range(0, 6 + random(6)).map(() => colours[random(5)] as string));
  const paint = (columns: string[][], height: number) =>
    draw(
      columns
        .map((column, x) =>
          column
            .map(
              (fill, y) =>
                `<rect x="${x * 160 + 20}" y="${y * 16}" width="${100 + y}" height="16" fill="${fill}"/>`,
            )
            .join(''),
        )
        .join(''),
      height,
    );
  for (let at = 0; at < 60; at += 1) {
    const columns = cells();
    const other = columns.map((column) => [...column]);
    for (let changes = random(3); changes > 0; changes -= 1) {
      const column = other[random(4)]!;
      column.splice(
        random(column.length),
        random(2),
        ...range(0, random(3)).map(() => colours[random(5)] as string),
      );
    }
    const heights = [240, random(3) === 0 ? 256 : 240] as const;
    const images = [await paint(columns, heights[0]), await paint(other, heights[1])] as const;
    const raw = async (image: Buffer) => sharp(image).raw().toBuffer();
    const isEqual = (await raw(images[0])).equals(await raw(images[1]));
    const { same, regionCount } = await compareImages(...images, { threshold: 0 });
    t.equal(same, isEqual, `${at}: ${JSON.stringify([columns, other, heights])}`);
    t.equal(regionCount === 0, same);
  }
});
