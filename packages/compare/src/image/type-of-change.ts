import type { Area, Region } from '../comparison.ts';
import type { AlignedImages } from './aligned-images.ts';

/** Difference in brightness between two pixels that is an edge. */
const edgeStep = 24;
/** Share of the edges of both images that coincide where only colours differ. */
const sameEdges = 0.8;
/** Maximum number of pixels that are read; of a larger area, only some rows are. */
const maxPixels = 250_000;

/**
 * Compares the edges of both images beside the pixels that differ: text on an even background was
 * added. Strokes that two letters share are no sign of a colour.
 * @param differs - one byte per pixel of the canvas
 */
export function typeOfChange(
  images: AlignedImages,
  differs: Uint8Array,
  area: Area,
): Region['type'] {
  const { width, height, columns, before, after } = images;
  // Of an area with another colour, the edge is its border.
  const x0 = Math.max(0, area.x - 2);
  const y0 = Math.max(0, area.y - 2);
  const x1 = Math.min(columns - 1, area.x + area.width + 2);
  const y1 = Math.min(height - 1, area.y + area.height + 2);
  const step = Math.max(1, Math.ceil(((x1 - x0) * (y1 - y0)) / maxPixels));
  let [old, now, both] = [0, 0, 0];
  for (let y = y0; y < y1; y += step) {
    for (let x = x0; x < x1; x += 1) {
      const pixel = y * width + x;
      if ((differs[pixel] || differs[pixel + 1] || differs[pixel + width]) !== 1) continue;
      const at = pixel * 4;
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
  const red = pixels[at] as number;
  const green = pixels[at + 1] as number;
  const blue = pixels[at + 2] as number;
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}
