import { sharp } from '@tintype/core/sharp';
import type { Area } from '../comparison.ts';
import type { AlignedImages } from './aligned-images.ts';
import type { CanvasRegion } from './find-regions.ts';
import { ignoredColour, outline, regionColours, tint, type Colour } from './marks.ts';

const differingColour: Colour = [207, 34, 46];
/** Share of the image that remains visible. */
const paleness = 0.3;

/** Draws the later image, pale, with pixels and regions that differ, as PNG. */
export async function drawOverlay(
  images: AlignedImages,
  differs: Uint8Array,
  regions: readonly CanvasRegion[],
  ignored: readonly Area[],
): Promise<Uint8Array> {
  const { width, height, after } = images;
  const drawn = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < differs.length; pixel += 1) {
    const [from, to] = [pixel * 4, pixel * 3];
    if (differs[pixel] === 1) {
      drawn.set(differingColour, to);
      continue;
    }
    for (let channel = 0; channel < 3; channel += 1) {
      drawn[to + channel] = 255 - (255 - (after[from + channel] as number)) * paleness;
    }
  }
  const canvas = { drawn, width, height };
  for (const area of ignored) {
    tint(canvas, area, ignoredColour, 0.25);
    outline(canvas, area, ignoredColour);
  }
  for (const { area, region, isWhole } of regions) {
    if (isWhole) tint(canvas, area, regionColours[region.type], 0.25);
    outline(canvas, area, regionColours[region.type]);
  }
  const raw = { width, height, channels: 3 as const };
  return sharp(drawn, { raw }).png({ compressionLevel: 6 }).toBuffer();
}
