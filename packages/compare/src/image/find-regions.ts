import type { Area, Region } from '../comparison.ts';
import type { RowBlock } from './align-rows.ts';
import type { AlignedImages } from './aligned-images.ts';

/** A region on the canvas of the aligned images. */
export interface CanvasRegion {
  region: Region;
  area: Area;
  /** True for rows that are in one image only, or moved. */
  isRows: boolean;
}

/** Side of a cell in pixels: differences in neighbouring cells are one region. */
const cell = 8;
/** Cells without a difference between two parts of one region: the space between two words. */
const reach = 2;
const maxRegions = 100;
/** Difference in brightness between two pixels that is an edge. */
const edgeStep = 24;
/** Share of the edges of both images that coincide where only colours differ. */
const sameEdges = 0.8;

/**
 * Finds the regions that differ.
 * @param differs - one byte per pixel of the canvas; 1 where the aligned images differ
 */
export function findRegions(images: AlignedImages, differs: Uint8Array): CanvasRegion[] {
  const found: CanvasRegion[] = [];
  let top = 0;
  for (const block of images.blocks) {
    if (block.kind === 'both') {
      for (const { pixels, ...area } of areasWithin(images.width, differs, top, block.height)) {
        found.push(changedRegion(images, block, top, area, pixels));
      }
    } else {
      found.push(...rowRegions(images, block, top));
    }
    top += block.height;
  }
  return found;
}

/** Returns the largest 100, from top to bottom. */
export function largestRegions(regions: readonly CanvasRegion[]): CanvasRegion[] {
  return regions
    .toSorted((one, other) => other.region.pixels - one.region.pixels)
    .slice(0, maxRegions)
    .toSorted((one, other) => one.area.y - other.area.y || one.area.x - other.area.x);
}

function changedRegion(
  images: AlignedImages,
  block: RowBlock,
  top: number,
  area: Area,
  pixels: number,
): CanvasRegion {
  const y = area.y - top;
  const [old, now] = [
    { ...area, y: block.before + y },
    { ...area, y: block.after + y },
  ];
  const type = typeOf(images, area);
  const isRows = false;
  if (type === 'removed') return { area, isRows, region: { type, area: old, before: old, pixels } };
  if (type === 'added') return { area, isRows, region: { type, area: now, pixels } };
  return { area, isRows, region: { type, area: now, before: old, pixels } };
}

/** Regions of rows that only one image has. Moved rows are reported where they are now. */
function rowRegions(images: AlignedImages, block: RowBlock, top: number): CanvasRegion[] {
  const side = block.kind === 'added' ? 'after' : 'before';
  const start = block[side];
  const end = start + block.height;
  const found: CanvasRegion[] = [];
  let next = start;
  const add = (from: number, to: number, old?: number) => {
    if (to <= from) return;
    const content = contentOf(images, top + from - start, to - from);
    // What is moved in a window moves background out of it.
    if (!content && block === images.blocks.at(-1)) return;
    const whole = { x: 0, y: top + from - start, width: images.width, height: to - from };
    const canvas = content ?? whole;
    const area = { ...canvas, y: canvas.y - top + start };
    const pixels = area.width * area.height;
    const region: Region =
      old !== undefined
        ? { type: 'moved', area, before: { ...area, y: area.y - from + old }, pixels }
        : block.kind === 'added'
          ? { type: 'added', area, pixels }
          : { type: 'removed', area, before: area, pixels };
    found.push({ area: canvas, isRows: true, region });
  };
  for (const rows of images.moved.toSorted((one, other) => one[side] - other[side])) {
    const from = Math.max(next, rows[side]);
    const to = Math.min(end, rows[side] + rows.height);
    if (to <= from) continue;
    add(next, from);
    if (side === 'after') add(from, to, rows.before + from - rows.after);
    next = to;
  }
  add(next, end);
  return found;
}

/** The part of some rows that is not background: the colour at the left, below or above them. */
function contentOf(images: AlignedImages, top: number, height: number): Area | undefined {
  const { width, after } = images;
  const pixels = new Uint32Array(after.buffer, after.byteOffset, after.byteLength / 4);
  const below = top + height < images.height ? top + height : Math.max(0, top - 1);
  const background = pixels[below * width];
  let [left, right, first, last] = [width, -1, -1, -1];
  for (let y = top; y < top + height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[y * width + x] === background) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      if (first < 0) first = y;
      last = y;
    }
  }
  if (right < 0) return undefined;
  return { x: left, y: first, width: right - left + 1, height: last - first + 1 };
}

/** Groups of neighbouring differences within some rows of the canvas. */
function areasWithin(
  width: number,
  differs: Uint8Array,
  top: number,
  height: number,
): (Area & { pixels: number })[] {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * width;
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x += 1) {
      if (differs[start + x] === 1) counts[row + Math.floor(x / cell)]! += 1;
    }
  }
  const found: (Area & { pixels: number })[] = [];
  for (let at = 0; at < counts.length; at += 1) {
    if (counts[at] === 0) continue;
    const box = takeGroup(counts, columns, rows, at);
    found.push({ ...tighten(differs, width, top, height, box), pixels: box.pixels });
  }
  return found;
}

interface CellBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number;
}

/** Returns the cells around one with differences, and sets their counts to zero. */
function takeGroup(counts: Uint32Array, columns: number, rows: number, first: number): CellBox {
  const box = { left: columns, top: rows, right: -1, bottom: -1, pixels: counts[first] as number };
  counts[first] = 0;
  const open = [first];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row);
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1) {
      for (
        let x = Math.max(0, column - reach);
        x <= Math.min(columns - 1, column + reach);
        x += 1
      ) {
        const near = y * columns + x;
        const pixels = counts[near] as number;
        if (pixels === 0) continue;
        box.pixels += pixels;
        counts[near] = 0;
        open.push(near);
      }
    }
  }
  return box;
}

/** The smallest area of the canvas with all differences in some cells. */
function tighten(
  differs: Uint8Array,
  width: number,
  top: number,
  height: number,
  box: CellBox,
): Area {
  let [left, right, first, last] = [width, -1, -1, -1];
  const bottom = Math.min(height, (box.bottom + 1) * cell);
  for (let y = top + box.top * cell; y < top + bottom; y += 1) {
    for (let x = box.left * cell; x < Math.min(width, (box.right + 1) * cell); x += 1) {
      if (differs[y * width + x] !== 1) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      if (first < 0) first = y;
      last = y;
    }
  }
  return { x: left, y: first, width: right - left + 1, height: last - first + 1 };
}

/** Compares the edges of both images in an area: text on an even background was added. */
function typeOf(images: AlignedImages, area: Area): Region['type'] {
  const { width, height, before, after } = images;
  // Of an area with another colour, the edge is its border.
  const x0 = Math.max(0, area.x - 2);
  const y0 = Math.max(0, area.y - 2);
  const x1 = Math.min(width - 1, area.x + area.width + 2);
  const y1 = Math.min(height - 1, area.y + area.height + 2);
  let [old, now, both] = [0, 0, 0];
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      const at = (y * width + x) * 4;
      const isOld = isEdge(before, at, width);
      const isNow = isEdge(after, at, width);
      if (isOld) old += 1;
      if (isNow) now += 1;
      if (isOld && isNow) both += 1;
    }
  }
  if (old === 0 && now > 0) return 'added';
  if (now === 0 && old > 0) return 'removed';
  return both >= sameEdges * (old + now - both) ? 'colour' : 'changed';
}

function isEdge(pixels: Uint8Array, at: number, width: number): boolean {
  const here = brightness(pixels, at);
  return (
    Math.abs(here - brightness(pixels, at + 4)) > edgeStep ||
    Math.abs(here - brightness(pixels, at + width * 4)) > edgeStep
  );
}

function brightness(pixels: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}
