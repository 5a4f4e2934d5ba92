import type { Area } from '../comparison.ts';
import { areaIn, fillArea, saveAreas } from './image-areas.ts';
import { alignRows, hashRows, placesOf, type Alignment } from './align-rows.ts';

/** A value for each of two images. */
export interface Sides<T> {
  before: T;
  after: T;
}

/** Decoded images on canvases of one width, four bytes per pixel. */
export interface ImagePair {
  width: number;
  /** Number of columns that both images have. */
  columns: number;
  before: Uint8Array;
  after: Uint8Array;
}

/** Two images on one canvas: row by row the same content, where there is such a row. */
export interface AlignedImages extends ImagePair, Alignment {
  height: number;
}

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
  const { width, columns, before, after } = images;
  const rowBytes = width * 4;
  // An area of one image alone would make its rows differ from equal ones.
  const isOfBoth = ignored.before.length > 0 && ignored.after.length > 0;
  const hash = (side: keyof Sides<unknown>) =>
    withoutAreas(images[side], width, isOfBoth ? ignored[side] : [], () =>
      hashRows(images[side], width, columns),
    );
  let alignment = alignRows(hash('before'), hash('after'));
  if (heightOf(alignment) * width > maxPixels) {
    alignment = {
      blocks: placesOf(before.byteLength / rowBytes, after.byteLength / rowBytes),
      moved: [],
    };
  }
  const height = heightOf(alignment);
  const [old, now] = [new Uint8Array(height * rowBytes), new Uint8Array(height * rowBytes)];
  let top = 0;
  for (const block of alignment.blocks) {
    const earlier = before.subarray(
      block.before * rowBytes,
      (block.before + block.height) * rowBytes,
    );
    const later = after.subarray(block.after * rowBytes, (block.after + block.height) * rowBytes);
    old.set(block.kind === 'added' ? later : earlier, top * rowBytes);
    now.set(block.kind === 'removed' ? earlier : later, top * rowBytes);
    top += block.height;
  }
  return { width, columns, height, before: old, after: now, ...alignment };
}

function heightOf({ blocks }: Alignment): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
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
