import { maxComparedPixels } from '@tintype/contract/light';
import type { Area, CompareOptions, ImageComparison, Region } from '../comparison.ts';
import type { RowPairs, Sides } from './layout.ts';
import { alignRows, hashRows, type Alignment } from './align-rows.ts';
import { compareDecoded, type ImageOptions } from './compare-decoded.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { fillArea, areaIn } from './image-areas.ts';
import type { ReadImage } from './read-image.ts';
import { rowsThatDiffer } from './rows-that-differ.ts';

/** Rows beyond so many times `maxPixels` are not read. */
const maxRead = 8;
/** Times `maxPixels`: one image is decoded in parts of this size, in less memory than both take. */
const maxPart = 4;

/**
 * Compares two images of which one is larger than `maxPixels`: rows are compared by their hashes,
 * and only those that differ, with some around them, as images.
 */
export async function compareLargeImages(
  first: ReadImage,
  second: ReadImage,
  options: ImageOptions,
): Promise<ImageComparison> {
  const { maxPixels = maxComparedPixels, ignored = { before: [], after: [] } } = options;
  const width = Math.max(first.width, second.width);
  const most = Math.max(1, Math.floor((maxRead * maxPixels) / width));
  const partRows = Math.max(1, Math.floor((maxPart * maxPixels) / width));
  // As in a smaller image, areas of one image alone would make its rows differ from equal ones.
  const isOfBoth = ignored.before.length > 0 && ignored.after.length > 0;
  const columns = Math.min(first.width, second.width);
  const hash = (image: ReadImage, areas: readonly Area[]) =>
    hashImage(image, { columns, partRows, most, areas: isOfBoth ? areas : [] });
  const rows = {
    before: await hash(first, ignored.before),
    after: await hash(second, ignored.after),
  };
  const alignment = alignRows(rows.before, rows.after);
  const { ranges, isCut, end } = rowsThatDiffer(
    alignment,
    rows,
    Math.max(1, Math.floor(maxPixels / width)),
  );
  const excerpts = {
    before: excerptOf(first, ranges.before, partRows),
    after: excerptOf(second, ranges.after, partRows),
  };
  const found = await compareDecoded(
    excerpts.before,
    excerpts.after,
    within(options, excerpts),
    pairsOf(excerpts, alignment.moved),
  );
  const size = { before: sizeOf(first), after: sizeOf(second) };
  const isWhole = !isCut && Math.max(first.height, second.height) <= most;
  return { ...inWhole(found, excerpts, size), ...(!isWhole && { same: false, comparedRows: end }) };
}

async function hashImage(
  image: ReadImage,
  given: { columns: number; partRows: number; most: number; areas: readonly Area[] },
): Promise<Uint32Array> {
  const height = Math.min(image.height, given.most);
  const hashes = new Uint32Array(height);
  for (let top = 0; top < height; top += given.partRows) {
    const rows = Math.min(given.partRows, height - top);
    const pixels = await image.rows(top, rows);
    const part = { width: image.width, height: rows };
    for (const area of given.areas) {
      const inside = areaIn(part, { ...area, y: area.y - top });
      if (inside) fillArea(pixels, image.width, inside);
    }
    hashes.set(hashRows(pixels, image.width, given.columns), top);
  }
  return hashes;
}

/**
 * Ranges of rows are compared each for itself: below each other, rows that were moved past the rows
 * between two of them could look equal.
 */
function pairsOf({ before, after }: Sides<Excerpt>, moved: Alignment['moved']): RowPairs {
  const inside = (excerpt: Excerpt, y: number, height: number) => {
    const rows = excerpt.toExcerpt({ x: 0, y, width: 1, height });
    return rows?.height === height ? rows.y : undefined;
  };
  return {
    ranges: before.ranges.map((rows, at) => ({ before: rows, after: after.ranges[at]! })),
    moved: moved.flatMap(({ height, ...rows }) => {
      const old = inside(before, rows.before, height);
      const now = inside(after, rows.after, height);
      return old === undefined || now === undefined ? [] : [{ before: old, after: now, height }];
    }),
  };
}

/** Returns options for the excerpts: areas and elements in their places there. */
function within(options: ImageOptions, { before, after }: Sides<Excerpt>): ImageOptions {
  const { ignore = [], ignored, elements } = options;
  const scale = elements?.scale ?? 1;
  const page = (excerpt: Excerpt, side: keyof Sides<Excerpt>) => {
    const known = elements?.[side]?.elements.flatMap((element) => {
      const [x = 0, y = 0, width = 0, height = 0] = element.box;
      const area = { x, y: y * scale, width, height: height * scale };
      const box = excerpt.toExcerpt(area);
      return box ? [{ ...element, box: [x, box.y / scale, width, box.height / scale] }] : [];
    });
    return known && { elements: known };
  };
  const areas = (excerpt: Excerpt, list: readonly Area[]) =>
    list.flatMap((area) => excerpt.toExcerpt(area) ?? []);
  const named: CompareOptions['elements'] = elements && {
    scale,
    before: page(before, 'before'),
    after: page(after, 'after'),
  };
  return {
    ...options,
    ignore: areas(after, ignore),
    ...(ignored && {
      ignored: { before: areas(before, ignored.before), after: areas(after, ignored.after) },
    }),
    ...(named && { elements: named }),
  };
}

/** Returns a comparison of excerpts as one of the images. */
function inWhole(
  found: ImageComparison,
  { before, after }: Sides<Excerpt>,
  size: ImageComparison['size'],
): ImageComparison {
  const canvas = (one: ImageComparison['size']) =>
    Math.max(one.before.width, one.after.width) * Math.max(one.before.height, one.after.height);
  const share = Math.min(1, canvas(found.size) / canvas(size));
  const columns = Math.min(before.width, after.width);
  const regions = found.regions.map((region): Region => {
    const { type, area, before: old } = region;
    const side = type === 'removed' ? 'before' : 'after';
    const { height } = size[side];
    // Columns that only one image has go through all rows.
    const whole = (excerpt: Excerpt, part: Area) =>
      area.x < columns ? excerpt.toWhole(part) : { ...part, y: 0, height };
    return {
      ...region,
      area: whole({ before, after }[side], area),
      ...(old && { before: whole(before, old) }),
      ...(area.x >= columns && { pixels: area.width * height }),
    };
  });
  const similarity = 1 - (1 - found.similarity) * share;
  return { ...found, size, regions, similarity, changed: found.changed * share };
}

function sizeOf({ width, height }: ReadImage) {
  return { width, height };
}
