import type { Area } from '../comparison.ts';
import type { AlignedImages } from './aligned-images.ts';

/** Neighbouring differences. */
export interface Group {
  /** The smallest area with all of them. */
  area: Area;
  pixels: number;
}

/** Side of a cell in pixels: differences in neighbouring cells are one group. */
const cell = 8;
/** Cells without a difference between two parts of one group: the space between two words. */
const reach = 2;

/** Differences within a cell: their number, and their bounds in pixels of the canvas. */
interface Cells {
  columns: number;
  rows: number;
  counts: Uint32Array;
  left: Int32Array;
  right: Int32Array;
  first: Int32Array;
  last: Int32Array;
}

/** Groups the differences within an area of the canvas. */
export function findGroups(
  images: Pick<AlignedImages, 'width'>,
  differs: Uint8Array,
  area: Area,
): Group[] {
  const cells = countCells(images, differs, area);
  const groups: Group[] = [];
  for (let at = 0; at < cells.counts.length; at += 1) {
    if (cells.counts[at] !== 0) groups.push(takeGroup(cells, at));
  }
  return groups;
}

function countCells(
  { width }: Pick<AlignedImages, 'width'>,
  differs: Uint8Array,
  { x: start, y: top, width: used, height }: Area,
): Cells {
  const columns = Math.ceil(used / cell);
  const rows = Math.ceil(height / cell);
  const bounds = (value: number) => new Int32Array(columns * rows).fill(value);
  const counts = new Uint32Array(columns * rows);
  const [left, right, first, last] = [bounds(2 ** 30), bounds(-1), bounds(2 ** 30), bounds(-1)];
  for (let y = top; y < top + height; y += 1) {
    const row = Math.floor((y - top) / cell) * columns;
    for (let x = start; x < start + used; x += 1) {
      if (differs[y * width + x] !== 1) continue;
      const at = row + Math.floor((x - start) / cell);
      counts[at] = (counts[at] as number) + 1;
      left[at] = Math.min(left[at] as number, x);
      right[at] = Math.max(right[at] as number, x);
      first[at] = Math.min(first[at] as number, y);
      last[at] = y;
    }
  }
  return { columns, rows, counts, left, right, first, last };
}

/** Returns the differences around a cell, and sets their counts to zero. */
function takeGroup(cells: Cells, start: number): Group {
  const { columns, rows, counts } = cells;
  let [left, right, first, last, pixels] = [2 ** 30, -1, 2 ** 30, -1, 0];
  const open: number[] = [];
  const take = (at: number) => {
    pixels += counts[at] as number;
    counts[at] = 0;
    left = Math.min(left, cells.left[at] as number);
    right = Math.max(right, cells.right[at] as number);
    first = Math.min(first, cells.first[at] as number);
    last = Math.max(last, cells.last[at] as number);
    open.push(at);
  };
  take(start);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1) {
      const end = Math.min(columns - 1, column + reach);
      for (let x = Math.max(0, column - reach); x <= end; x += 1) {
        if (counts[y * columns + x] !== 0) take(y * columns + x);
      }
    }
  }
  const area = { x: left, y: first, width: right - left + 1, height: last - first + 1 };
  return { area, pixels };
}
