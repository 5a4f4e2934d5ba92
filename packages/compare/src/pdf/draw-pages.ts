import { maxComparedPixels } from '@tintype/contract/light';
import { sharp } from '@tintype/core/sharp';
import { outline, regionColours, tint } from '../image/marks.ts';
import type { DecodedImage } from '../image/read-image.ts';

const gap = 24;
const background = { r: 234, g: 238, b: 242 };
/** Maximum number of pages that are drawn: all may differ, and each takes memory. */
export const maxDrawnPages = 20;

/** Draws pages, each a PNG, one below the other: as many as the limit of pixels allows. */
export async function drawPages(pages: readonly Uint8Array[]): Promise<Uint8Array> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let [width, height] = [1, 0];
  for (const page of pages) {
    const input = Buffer.from(page);
    const size = await sharp(input).metadata();
    const top = height === 0 ? 0 : height + gap;
    if (Math.max(width, size.width) * (top + size.height) > maxComparedPixels && top > 0) break;
    placed.push({ input, left: 0, top });
    width = Math.max(width, size.width);
    height = top + size.height;
  }
  const create = { width, height: Math.max(1, height), channels: 3 as const, background };
  return sharp({ create }).composite(placed).png({ compressionLevel: 6 }).toBuffer();
}

/** Draws a page that only one PDF has, as PNG. */
export async function drawWhole(image: DecodedImage, type: 'added' | 'removed'): Promise<Buffer> {
  const { width, height } = image;
  const pixels = await image.pixels(width);
  const raw = { width, height, channels: 4 as const };
  const drawn = await sharp(pixels, { raw }).removeAlpha().raw().toBuffer();
  const canvas = { drawn, width, height };
  tint(canvas, { x: 0, y: 0, width, height }, regionColours[type], 0.15);
  outline(canvas, { x: 3, y: 3, width: width - 6, height: height - 6 }, regionColours[type]);
  return sharp(drawn, { raw: { ...raw, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
