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
  changed: [207, 34, 46],
};
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
    for (let channel = 0; channel < 3; channel += 1) {
      const value = 255 - (255 - (after[from + channel] as number)) * paleness;
      drawn[to + channel] = differs[pixel] === 1 ? (colours.changed[channel] as number) : value;
    }
  }
  const draw = (area: Area, colour: Colour, isFilled: boolean) => {
    if (isFilled) fill(drawn, images, area, colour);
    outline(drawn, images, area, colour);
  };
  for (const area of ignored) draw(area, ignoredColour, true);
  for (const { area, region, isRows } of regions) draw(area, colours[region.type], isRows);
  const raw = { width, height, channels: 3 as const };
  return sharp(drawn, { raw }).png({ compressionLevel: 6 }).toBuffer();
}

function fill(drawn: Buffer, { width }: AlignedImages, area: Area, colour: Colour): void {
  for (let y = area.y; y < area.y + area.height; y += 1) {
    for (let x = area.x; x < area.x + area.width; x += 1) {
      const at = (y * width + x) * 3;
      for (const [channel, value] of colour.entries()) {
        drawn[at + channel] = ((drawn[at + channel] as number) * 3 + value) / 4;
      }
    }
  }
}

/** Draws a frame just outside an area, so that it covers no difference. */
function outline(
  drawn: Buffer,
  { width, height }: AlignedImages,
  area: Area,
  colour: Colour,
): void {
  const [left, top] = [area.x - lineWidth - 1, area.y - lineWidth - 1];
  const [right, bottom] = [area.x + area.width + lineWidth, area.y + area.height + lineWidth];
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y += 1) {
    for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x += 1) {
      const isFrame =
        x < left + lineWidth ||
        x > right - lineWidth ||
        y < top + lineWidth ||
        y > bottom - lineWidth;
      if (isFrame) drawn.set(colour, (y * width + x) * 3);
    }
  }
}
