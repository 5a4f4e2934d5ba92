import { alignRows, hashRows, placesOf, type Alignment } from './align-rows.ts';

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
 * @param maxPixels - limit of the canvas: above it, rows are compared in their places
 */
export function alignImages(images: ImagePair, maxPixels: number): AlignedImages {
  const { width, columns, before, after } = images;
  const rowBytes = width * 4;
  let alignment = alignRows(hashRows(before, width, columns), hashRows(after, width, columns));
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
