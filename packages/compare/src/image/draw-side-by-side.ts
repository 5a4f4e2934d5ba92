import { sharp } from '@tintype/core/sharp';
import type { Area } from '../comparison.ts';
import type { AlignedImages } from './aligned-images.ts';
import type { CanvasRegion } from './find-regions.ts';
import { ignoredColour, outline, regionColours, tint, type Canvas } from './marks.ts';

/** Pixels between the two images. */
const gap = 16;
/** Between the images, and where only the other image has rows or columns. */
const nothing = [234, 238, 242] as const;

export interface SideBySideParts {
  regions: readonly CanvasRegion[];
  ignored: readonly Area[];
  /** Size of both images in pixels. */
  size: { before: { width: number }; after: { width: number } };
  /** Maximum number of pixels of the image, which is scaled down above it. */
  maxPixels: number;
}

/**
 * Draws the earlier image at the left and the later one at the right, with equal rows beside each
 * other and outlined regions, as PNG.
 */
export async function drawSideBySide(
  images: AlignedImages,
  { regions, ignored, size, maxPixels }: SideBySideParts,
): Promise<Uint8Array> {
  const { height } = images;
  const width = 2 * images.width + gap;
  const drawn = Buffer.alloc(width * height * 3);
  for (let at = 0; at < drawn.length; at += 3) drawn.set(nothing, at);
  const canvas = { drawn, width, height };
  copySide(images, 'before', canvas, size.before.width);
  copySide(images, 'after', canvas, size.after.width);
  const right = images.width + gap;
  const moved = (area: Area) => ({ ...area, x: area.x + right });
  for (const area of ignored) {
    for (const side of [area, moved(area)]) outline(canvas, side, ignoredColour);
  }
  for (const { area, isWhole, region, places } of regions) {
    const colour = regionColours[region.type];
    const before = places.before && isWhole ? beforeOnCanvas(images, places.before) : area;
    const sides = [...(places.before ? [before] : []), ...(places.after ? [moved(area)] : [])];
    for (const side of sides) {
      if (isWhole) tint(canvas, side, colour, 0.1);
      outline(canvas, side, colour);
    }
  }
  const shrink = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const raw = { width, height, channels: 3 as const };
  const sized = (side: number) => Math.max(1, Math.floor(side * shrink));
  const image = sharp(drawn, { raw });
  const fitting = shrink < 1 ? image.resize(sized(width), sized(height), { fit: 'fill' }) : image;
  return fitting.png({ compressionLevel: 6 }).toBuffer();
}

/** Copies the rows of one image. */
function copySide(
  images: AlignedImages,
  side: 'before' | 'after',
  { drawn, width }: Canvas,
  columns: number,
): void {
  const pixels = images[side];
  const left = side === 'before' ? 0 : images.width + gap;
  const other = side === 'before' ? 'added' : 'removed';
  for (const block of images.blocks) {
    const { kind, x, top, height } = block;
    const end = x + block.width === images.columns ? columns : x + block.width;
    for (let y = top; kind !== other && y < top + height; y += 1) {
      let to = (y * width + left + x) * 3;
      const row = y * images.width * 4;
      for (let from = row + x * 4; from < row + end * 4; from += 4) {
        drawn[to] = pixels[from] as number;
        drawn[to + 1] = pixels[from + 1] as number;
        drawn[to + 2] = pixels[from + 2] as number;
        to += 3;
      }
    }
  }
}

/** Returns where the canvas shows an area of the earlier image. */
function beforeOnCanvas({ blocks }: AlignedImages, area: Area): Area {
  for (const { kind, before, x, top, width, height } of blocks) {
    const isWithin = area.x >= x && area.x < x + width;
    if (kind !== 'added' && isWithin && area.y >= before && area.y < before + height) {
      return { ...area, y: top + area.y - before };
    }
  }
  return area;
}
