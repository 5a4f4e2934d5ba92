import { RenderError } from '@tintype/contract/errors';
import { sharp } from '@tintype/core/sharp';
import type { Comparison } from '@tintype/jobs';
import pixelmatch from 'pixelmatch';

/** Colour of differences. */
const red: [number, number, number] = [255, 0, 0];

/**
 * Compares two images.
 * @param maxPixels - limit of the canvas for both, at twelve bytes each; else `invalid_request`
 */
export async function compareImages(
  before: Uint8Array,
  after: Uint8Array,
  maxPixels: number,
): Promise<Comparison> {
  const sizes = await Promise.all([before, after].map(sizeOf));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  if (width * height > maxPixels) {
    throw new RenderError(
      'invalid_request',
      `Images of at most ${maxPixels} pixels can be compared; got ${width} x ${height}. Leave out full_page, or compare a selector.`,
    );
  }
  const [first, second] = await Promise.all([
    pixelsOf(before, width, height),
    pixelsOf(after, width, height),
  ]);
  const shown = Buffer.alloc(width * height * 4);
  // Ignores differences of anti-aliasing, which people do not see.
  const options = { threshold: 0.1, alpha: 0.2, diffColor: red };
  const count = pixelmatch(first, second, shown, width, height, options);
  const area = areaOf(shown, width, height);
  const raw = { width, height, channels: 4 as const };
  return {
    changed: count / (width * height),
    ...(area && { area }),
    sameSize: sizes.every((size) => size.width === width && size.height === height),
    picture: await sharp(shown, { raw }).png({ compressionLevel: 6 }).toBuffer(),
  };
}

async function sizeOf(image: Uint8Array) {
  const { width, height } = await sharp(image).metadata();
  return { width, height };
}

/** Returns four bytes per pixel, on a canvas of this size. */
async function pixelsOf(image: Uint8Array, width: number, height: number): Promise<Buffer> {
  const own = await sizeOf(image);
  return sharp(image)
    .ensureAlpha()
    .extend({
      right: width - own.width,
      bottom: height - own.height,
      background: { r: 255, g: 0, b: 255, alpha: 1 },
    })
    .raw()
    .toBuffer();
}

/** Finds the red pixels: equal areas are grey, and anti-aliasing is yellow. */
function areaOf(shown: Buffer, width: number, height: number): Comparison['area'] {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (shown[at] !== 255 || shown[at + 1] !== 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
