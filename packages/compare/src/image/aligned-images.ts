import type { Area } from '../comparison.ts';
import { areaIn, fillArea, saveAreas } from './image-areas.ts';
import { layoutWithin } from './layout-within.ts';
import type { CanvasBlock, ImagePair, Layout, RowPairs, Sides } from './layout.ts';

/** Two images on one canvas: the same content in one place, where both have it. */
export interface AlignedImages extends ImagePair, Omit<Layout, 'blank'> {}

export interface AlignOptions {
  /** Areas of both images that do not count: rows that differ only there are the same. */
  ignored: Sides<readonly Area[]>;
  /** Limit of the canvas: above it, rows are compared in their places. */
  maxPixels: number;
  /** Rows that are aligned with each other; default: all. */
  pairs?: RowPairs | undefined;
}

/** Aligns two images. Rows that only one of them has are shown in both, so that they are equal. */
export function alignImages(
  images: ImagePair,
  { ignored, maxPixels, pairs }: AlignOptions,
): AlignedImages {
  const { width, columns } = images;
  // An area of one image alone would make its rows differ from equal ones.
  const isOfBoth = ignored.before.length > 0 && ignored.after.length > 0;
  const without = <T>(side: keyof Sides<unknown>, work: () => T) =>
    withoutAreas(images[side], width, isOfBoth ? ignored[side] : [], work);
  const layout = without('before', () =>
    without('after', () => layoutWithin(images, Math.floor(maxPixels / width), pairs)),
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
