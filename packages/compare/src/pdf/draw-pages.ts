import { sharp } from '@tintype/core/sharp';
import { outline, regionColours, tint } from '../image/marks.ts';
import type { DecodedImage } from '../image/read-image.ts';

/** A page that differs: with its differences as PNG, or one that only one PDF has. */
export type DrawnPage =
  | { overlay: Uint8Array }
  | { image: DecodedImage; type: 'added' | 'removed' };

const gap = 24;
const background = { r: 234, g: 238, b: 242 };
/** Pages that are drawn, and their pixels: all of them may differ. */
const maxPages = 20;
const maxPixels = 25_000_000;

/** Draws pages one below the other, as PNG: as many as the limits allow. */
export async function drawPages(pages: readonly DrawnPage[]): Promise<Uint8Array> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let [width, height] = [1, 0];
  for (const page of pages.slice(0, maxPages)) {
    const input = 'overlay' in page ? Buffer.from(page.overlay) : await drawWhole(page);
    const size = await sharp(input).metadata();
    const top = height === 0 ? 0 : height + gap;
    if (Math.max(width, size.width) * (top + size.height) > maxPixels && top > 0) break;
    placed.push({ input, left: 0, top });
    width = Math.max(width, size.width);
    height = top + size.height;
  }
  const create = { width, height: Math.max(1, height), channels: 3 as const, background };
  return sharp({ create }).composite(placed).png({ compressionLevel: 6 }).toBuffer();
}

async function drawWhole({
  image,
  type,
}: {
  image: DecodedImage;
  type: 'added' | 'removed';
}): Promise<Buffer> {
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
