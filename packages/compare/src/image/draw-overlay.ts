import { sharp } from '@tintype/core/sharp';
import type { Area, Region } from '../comparison.ts';
import type { AlignedImages } from './aligned-images.ts';
import type { CanvasRegion } from './find-regions.ts';

type Colour = readonly [red: number, green: number, blue: number];

const colours: Readonly<Record<Region['type'], Colour>> = {
  added: [26, 127, 55],
  removed: [207, 34, 46],
  moved: [9, 105, 218],
  colour: [191, 57, 137],
  changed: [188, 76, 0],
  text: [188, 76, 0],
  image: [188, 76, 0],
};
const differingColour: Colour = [207, 34, 46];
const ignoredColour: Colour = [110, 119, 129];
/** Share of the image that remains visible. */
const paleness = 0.3;
const lineWidth = 2;

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
    if (isWhole) tint(canvas, area, colours[region.type], 0.25);
    outline(canvas, area, colours[region.type]);
  }
  const raw = { width, height, channels: 3 as const };
  return sharp(drawn, { raw }).png({ compressionLevel: 6 }).toBuffer();
}

interface Canvas {
  drawn: Buffer;
  width: number;
  height: number;
}

/** @param share - of the colour, from 0 to 1 */
function tint({ drawn, width, height }: Canvas, area: Area, colour: Colour, share: number): void {
  const [x0, y0] = [Math.max(0, area.x), Math.max(0, area.y)];
  const [x1, y1] = [Math.min(width, area.x + area.width), Math.min(height, area.y + area.height)];
  for (let y = y0; y < y1; y += 1) {
    for (let at = (y * width + x0) * 3; at < (y * width + x1) * 3; at += 3) {
      for (let channel = 0; channel < 3; channel += 1) {
        const before = drawn[at + channel] as number;
        drawn[at + channel] = before + ((colour[channel] as number) - before) * share;
      }
    }
  }
}

/** Draws a frame just outside an area, so that it covers no difference. */
function outline(canvas: Canvas, area: Area, colour: Colour): void {
  const [x, y] = [area.x - lineWidth - 1, area.y - lineWidth - 1];
  const [width, height] = [area.width + 2 * lineWidth + 2, area.height + 2 * lineWidth + 2];
  for (const side of [
    { x, y, width, height: lineWidth },
    { x, y: y + height - lineWidth, width, height: lineWidth },
    { x, y, width: lineWidth, height },
    { x: x + width - lineWidth, y, width: lineWidth, height },
  ]) {
    tint(canvas, side, colour, 1);
  }
}
