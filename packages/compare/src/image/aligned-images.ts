import type { Area } from '../comparison.ts';
import { areaIn, fillArea, saveAreas } from './image-areas.ts';
import { layOut } from './align-columns.ts';
import type { CanvasBlock, Layout, Sides } from './layout.ts';
import { placesOf } from './align-rows.ts';

/** Decoded images on canvases of one width, four bytes per pixel. */
export interface ImagePair {
  width: number;
  /** Number of columns that both images have. */
  columns: number;
  before: Uint8Array;
  after: Uint8Array;
}

/** Two images on one canvas: the same content in one place, where both have it. */
export interface AlignedImages extends ImagePair, Omit<Layout, 'blank'> {}

/**
 * Aligns two images. Rows that only one of them has are shown in both, so that they are equal.
 * @param ignored - areas of both images that do not count: rows that differ only there are the same
 * @param maxPixels - limit of the canvas: above it, rows are compared in their places
 */
export function alignImages(
  images: ImagePair,
  ignored: Sides<readonly Area[]>,
  maxPixels: number,
): AlignedImages {
  const { width, columns } = images;
  // An area of one image alone would make its rows differ from equal ones.
  const isOfBoth = ignored.before.length > 0 && ignored.after.length > 0;
  const without = <T>(side: keyof Sides<unknown>, work: () => T) =>
    withoutAreas(images[side], width, isOfBoth ? ignored[side] : [], work);
  const layout = without('before', () =>
    without('after', () => layoutWithin(images, Math.floor(maxPixels / width))),
  );
  const { blank, ...aligned } = layout;
  const size = layout.height * width * 4;
  const canvas = { ...images, before: new Uint8Array(size), after: new Uint8Array(size) };
  for (const block of layout.blocks) {
    const { kind } = block;
    copyBlock(images, kind === 'added' ? 'after' : 'before', block, canvas.before);
    copyBlock(images, kind === 'removed' ? 'before' : 'after', block, canvas.after);
  }
  for (const area of blank) {
    for (const side of [canvas.before, canvas.after]) repeatRow(side, canvas.after, width, area);
  }
  return { ...aligned, width, columns, before: canvas.before, after: canvas.after };
}

/** Aligns columns, or only rows, or nothing, so that the canvas has at most so many rows. */
function layoutWithin({ width, columns, before, after }: ImagePair, maxRows: number): Layout {
  const values = (pixels: Uint8Array) =>
    new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  const images = { width, before: values(before), after: values(after) };
  const [old, now] = [images.before.length / width, images.after.length / width];
  const part = { columns: [0, columns], before: [0, old], after: [0, now] } as const;
  const split = layOut(images, part);
  if (split.height <= maxRows) return split;
  const rows = layOut(images, part, { depth: 0 });
  if (rows.height <= maxRows) return rows;
  let height = 0;
  const blocks = placesOf(old, now).map((block) => {
    height += block.height;
    return { ...block, top: height - block.height, x: 0, width: columns };
  });
  return { blocks, blank: [], height, moved: [] };
}

/** Copies a block of an image to the canvas, the last column with those of the wider image. */
function copyBlock(
  images: ImagePair,
  side: keyof Sides<unknown>,
  block: CanvasBlock,
  canvas: Uint8Array,
): void {
  const { width, columns } = images;
  const { x, top, height } = block;
  const end = x + block.width === columns ? width : x + block.width;
  for (let row = 0; row < height; row += 1) {
    const from = (block[side] + row) * width;
    const rowOf = images[side].subarray((from + x) * 4, (from + end) * 4);
    canvas.set(rowOf, ((top + row) * width + x) * 4);
  }
}

/** Fills an area of a canvas with the row above it. */
function repeatRow(canvas: Uint8Array, from: Uint8Array, width: number, area: Area): void {
  for (let y = area.y; y < area.y + area.height; y += 1) {
    const above = (Math.max(0, area.y - 1) * width + area.x) * 4;
    canvas.set(from.slice(above, above + area.width * 4), (y * width + area.x) * 4);
  }
}

/** Works while some areas of an image have one colour. */
function withoutAreas<T>(
  pixels: Uint8Array,
  width: number,
  areas: readonly Area[],
  work: () => T,
): T {
  const size = { width, height: pixels.byteLength / width / 4 };
  const inside = areas.flatMap((area) => areaIn(size, area) ?? []);
  const restore = saveAreas(pixels, width, inside);
  for (const area of inside) fillArea(pixels, width, area);
  const result = work();
  restore();
  return result;
}
