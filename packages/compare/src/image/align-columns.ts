import type { Area } from '../comparison.ts';
import { alignRows, equalRows, hashRows, type RowBlock } from './align-rows.ts';
import type { CanvasBlock, Layout, LayoutImages, Sides } from './layout.ts';
import { findBands, type Band } from './find-bands.ts';
import { createGutterScan, type ColumnRange, type GutterScan } from './find-columns.ts';
import { markPadding } from './mark-padding.ts';

/** Rows of both images in a range of columns. */
interface Part {
  columns: ColumnRange;
  before: ColumnRange;
  after: ColumnRange;
}

/** Columns are split into columns at most so often. */
const maxDepth = 2;
/** Columns are aligned if at least so many rows of one of them become equal. */
const leastGain = 8;
/**
 * Bands are joined until so many times the rows of the part were read: joining those of a list whose
 * lines all differ from each of them to its end takes quadratic time.
 */
const maxJoined = 8;

/** Aligns the rows of two images, and, where columns moved by different heights, of columns. */
export function layOut(
  images: LayoutImages,
  part: Part,
  { depth = maxDepth, top = 0 }: { depth?: number | undefined; top?: number } = {},
): Layout {
  const hashes = hashesOf(images, part);
  const { blocks, moved } = alignRows(hashes.before, hashes.after);
  const bands = depth > 0 ? findBands(blocks, hashes, moved) : [];
  const placed: CanvasBlock[] = [];
  const blank: Area[] = [];
  let [next, row] = [top, 0];
  const addRows = (end: number) => {
    for (const block of cutBlocks(blocks, row, end)) {
      placed.push(inPart(block, part, next));
      next += block.height;
    }
    row = end;
  };
  for (const { split, band } of splitBands(images, part, { blocks, bands, depth })) {
    addRows(band.top);
    const laid = split.map((column) => layOut(images, column, { depth: depth - 1, top: next }));
    placed.push(
      ...markPadding(
        laid.map((column) => column.blocks),
        images,
      ),
    );
    const bottom = next + Math.max(...laid.map(({ height }) => height));
    for (const [at, column] of laid.entries()) {
      const [x, end] = split[at]!.columns;
      const y = next + column.height;
      blank.push(...column.blank);
      if (y < bottom) blank.push({ x, y, width: end - x, height: bottom - y });
    }
    next = bottom;
    row = band.bottom;
  }
  addRows(blocks.reduce((sum, { height }) => sum + height, 0));
  return { blocks: placed, blank, height: next - top, moved };
}

interface Splitting {
  blocks: readonly RowBlock[];
  bands: readonly Band[];
  depth: number;
}

interface SplitBand {
  band: Band;
  split: Part[];
}

/**
 * Returns the bands that are split into columns. Neighbouring bands are one if a gutter goes
 * through all of them: rows of one column between them are equal by chance.
 */
function splitBands(images: LayoutImages, part: Part, given: Splitting): SplitBand[] {
  const found: SplitBand[] = [];
  const { bands } = given;
  let left = maxJoined * given.blocks.reduce((sum, { height }) => sum + height, 0);
  for (let at = 0; at < bands.length; at += 1) {
    let band = bands[at]!;
    let scan = scanOf(images, part, createGutterScan(part.columns), band);
    let last = at;
    while (scan.columns().length > 1 && last + 1 < bands.length && left > 0) {
      const joined = join(band, bands[last + 1]!);
      left -= joined.bottom - band.bottom;
      const more = scanOf(images, part, scan, {
        ...joined,
        before: [band.before[1], joined.before[1]],
        after: [band.after[1], joined.after[1]],
      });
      if (more.columns().length < 2) break;
      [band, scan, last] = [joined, more, last + 1];
    }
    const split = columnsOf(images, part, band, scan, given);
    if (split) found.push({ band, split });
    // Bands that are not split together may be so alone.
    if (split) at = last;
  }
  return found;
}

function scanOf(images: LayoutImages, part: Part, scan: GutterScan, { before, after }: Band) {
  const { width } = images;
  const rows = (side: keyof Sides<unknown>, [start, end]: ColumnRange) => ({
    pixels: images[side],
    width,
    start: part[side][0] + start,
    end: part[side][0] + end,
  });
  return scan.with([rows('before', before), rows('after', after)]);
}

function join(one: Band, other: Band): Band {
  return {
    top: one.top,
    bottom: other.bottom,
    before: [one.before[0], other.before[1]],
    after: [one.after[0], other.after[1]],
  };
}

/** Returns the columns of a band, if aligning each makes more of its rows equal. */
function columnsOf(
  images: LayoutImages,
  part: Part,
  band: Band,
  scan: GutterScan,
  { blocks }: Splitting,
): Part[] | undefined {
  const ranges = scan.columns();
  if (ranges.length < 2) return undefined;
  const rows = (side: keyof Sides<unknown>): ColumnRange => [
    part[side][0] + band[side][0],
    part[side][0] + band[side][1],
  ];
  const split = ranges.map((columns) => ({
    columns,
    before: rows('before'),
    after: rows('after'),
  }));
  const whole = cutBlocks(blocks, band.top, band.bottom).map((block) => ({
    ...block,
    before: block.before - band.before[0],
    after: block.after - band.after[0],
  }));
  let [most, area] = [0, 0];
  for (const column of split) {
    const { before, after } = hashesOf(images, column);
    const own = alignRows(before, after).blocks;
    const gain = equalRows(own, before, after) - equalRows(whole, before, after);
    most = Math.max(most, gain);
    area += gain * (column.columns[1] - column.columns[0]);
  }
  return most >= leastGain && area > 0 ? split : undefined;
}

function hashesOf({ width, ...pixels }: LayoutImages, part: Part): Sides<Uint32Array> {
  const hash = (side: keyof Sides<unknown>) => {
    const [start, end] = part[side];
    return hashRows(pixels[side].subarray(start * width, end * width), width, part.columns);
  };
  return { before: hash('before'), after: hash('after') };
}

/** The parts of blocks within some rows of their canvas. */
function cutBlocks(blocks: readonly RowBlock[], start: number, end: number): RowBlock[] {
  const found: RowBlock[] = [];
  let top = 0;
  for (const { kind, before, after, height } of blocks) {
    const [from, to] = [Math.max(start, top), Math.min(end, top + height)];
    const skipped = from - top;
    if (to > from) {
      found.push({
        kind,
        before: before + (kind === 'added' ? 0 : skipped),
        after: after + (kind === 'removed' ? 0 : skipped),
        height: to - from,
      });
    }
    top += height;
  }
  return found;
}

function inPart(block: RowBlock, { columns, before, after }: Part, top: number): CanvasBlock {
  return {
    ...block,
    before: before[0] + block.before,
    after: after[0] + block.after,
    top,
    x: columns[0],
    width: columns[1] - columns[0],
  };
}
