import type { Area, Region } from '../comparison.ts';
import { findGroups, type Group } from './find-groups.ts';
import type { CanvasBlock } from './layout.ts';
import type { AlignedImages } from './aligned-images.ts';
import { typeOfChange } from './type-of-change.ts';

/** A region on the canvas of the aligned images. */
export interface CanvasRegion {
  region: Region;
  area: Area;
  /** True for rows or columns that are in one image only, or moved. */
  isWhole: boolean;
  /** Its area in each image that has it, even if only one shows content there. */
  places: { before?: Area; after?: Area };
}

/** A region whose type is determined only if it is reported. */
interface Candidate {
  area: Area;
  pixels: number;
  describe(): CanvasRegion;
}

export interface FoundRegions {
  /** The largest, from top to bottom. */
  regions: CanvasRegion[];
  /** Number of all of them. */
  count: number;
  /** Sum of their pixels. */
  pixels: number;
}

const maxRegions = 100;

/**
 * Finds the regions that differ.
 * @param differs - one byte per pixel of the canvas; 1 where the aligned images differ
 * @param size - of both images
 * @param isIgnored - true for an area of rows or columns on the canvas that does not count; what
 *   differs elsewhere is outside of such areas
 */
export function findRegions(
  images: AlignedImages,
  differs: Uint8Array,
  { size, isIgnored }: { size: RegionSizes; isIgnored(area: Area): boolean },
): FoundRegions {
  const found: Candidate[] = [];
  const whole = columnRegions(images, size);
  for (const block of images.blocks) {
    if (block.kind !== 'both') {
      if (!block.isPadding) whole.push(...rowRegions(images, block, size));
      continue;
    }
    for (const { area, pixels } of findGroups(images, differs, { ...block, y: block.top })) {
      const describe = () => changedRegion({ images, differs }, block, { area, pixels });
      found.push({ area, pixels, describe });
    }
  }
  const counted = [...found, ...whole.filter(({ area }) => !isIgnored(area))];
  const largest = counted
    .toSorted((one, other) => other.pixels - one.pixels)
    .slice(0, maxRegions)
    .toSorted((one, other) => one.area.y - other.area.y || one.area.x - other.area.x);
  return {
    regions: largest.map((candidate) => candidate.describe()),
    count: counted.length,
    pixels: counted.reduce((sum, { pixels }) => sum + pixels, 0),
  };
}

/** Sizes of both images in pixels. */
export interface RegionSizes {
  before: { width: number; height: number };
  after: { width: number; height: number };
}

function changedRegion(
  { images, differs }: { images: AlignedImages; differs: Uint8Array },
  block: CanvasBlock,
  { area, pixels }: Group,
): CanvasRegion {
  const y = area.y - block.top;
  const [old, now] = [
    { ...area, y: block.before + y },
    { ...area, y: block.after + y },
  ];
  const type = typeOfChange(images, differs, area);
  const region: Region =
    type === 'removed'
      ? { type, area: old, before: old, pixels }
      : type === 'added'
        ? { type, area: now, pixels }
        : { type, area: now, before: old, pixels };
  return { area, isWhole: false, places: { before: old, after: now }, region };
}

/** Regions of rows that only one image has. Moved rows are reported where they are now. */
function rowRegions(
  images: AlignedImages,
  block: CanvasBlock,
  { before, after }: RegionSizes,
): Candidate[] {
  const { top, x, width } = block;
  const isColumn = width < images.columns;
  const side = block.kind === 'added' ? 'after' : 'before';
  const start = block[side];
  const end = start + block.height;
  const found: Candidate[] = [];
  let next = start;
  const add = (from: number, to: number, old?: number) => {
    if (to <= from) return;
    const whole = { x, y: top + from - start, width, height: to - from };
    const content = contentOf(images, whole);
    // In a window, what is moved down moves background out of it.
    const isSameWindow = before.height === after.height;
    if (!content && isSameWindow && !isColumn && block === images.blocks.at(-1)) return;
    const canvas = content ?? whole;
    const area = { ...canvas, y: canvas.y - top + start };
    const pixels = area.width * area.height;
    const region: Region =
      old !== undefined
        ? { type: 'moved', area, before: { ...area, y: area.y - from + old }, pixels }
        : block.kind === 'added'
          ? { type: 'added', area, pixels }
          : { type: 'removed', area, before: area, pixels };
    found.push({
      area: canvas,
      pixels,
      describe: () => ({ area: canvas, isWhole: true, places: placesIn(region), region }),
    });
  };
  const moved = isColumn ? [] : images.moved;
  for (const rows of moved.toSorted((one, other) => one[side] - other[side])) {
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

/** The columns that only the wider image has. */
function columnRegions(
  { width, columns, height }: AlignedImages,
  { before, after }: RegionSizes,
): Candidate[] {
  if (columns === width) return [];
  const type = after.width > before.width ? 'added' : 'removed';
  const side = type === 'added' ? after : before;
  const own = { x: columns, y: 0, width: width - columns, height: side.height };
  const pixels = own.width * own.height;
  const region: Region =
    type === 'added' ? { type, area: own, pixels } : { type, area: own, before: own, pixels };
  const area = { ...own, height };
  const describe = () => ({ area, isWhole: true, places: placesIn(region), region });
  return [{ area, pixels, describe }];
}

/** Places of a region of rows or columns. */
function placesIn({ type, area, before }: Region): CanvasRegion['places'] {
  if (type === 'removed') return { before: area };
  return before ? { before, after: area } : { after: area };
}

/** The part of some rows that is not background: the colour at the left, below or above them. */
function contentOf(images: AlignedImages, rows: Area): Area | undefined {
  const { width, after } = images;
  const { x: start, y: top, height } = rows;
  const pixels = new Uint32Array(after.buffer, after.byteOffset, after.byteLength / 4);
  const below = top + height < images.height ? top + height : Math.max(0, top - 1);
  const background = pixels[below * width + start];
  let [left, right, first, last] = [width, -1, -1, -1];
  for (let y = top; y < top + height; y += 1) {
    for (let x = start; x < start + rows.width; x += 1) {
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
