import { RenderError } from '@tintype/contract/errors';
import { sharp } from '@tintype/core/sharp';

/** A decoded image: four bytes per pixel, opaque. */
export interface DecodedImage {
  width: number;
  height: number;
  /** Decodes it onto a canvas with further columns at the right. */
  pixels(canvasWidth: number): Promise<Uint8Array>;
}

export interface ReadImage extends DecodedImage {
  /** Decodes some rows. */
  rows(top: number, height: number): Promise<Uint8Array>;
}

/** Formats of bitmaps; others are documents, which take any time to draw. */
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif', 'tiff', 'heif']);

/** Maximum time for decoding, in seconds. */
const boundS = 30;

/** Transparent parts are shown on stripes of this width, so that they equal no colour. */
const stripe = 8;

/**
 * Reads the header of an image. Of an animated one, the first frame is used.
 * @param which - `earlier` or `later`, for messages
 * @throws RenderError `invalid_request` if it is no bitmap
 */
export async function readImage(body: Uint8Array, which: string): Promise<ReadImage> {
  // sharp throws for an empty buffer.
  if (body.byteLength === 0) throw notAnImage(which);
  const image = sharp(body).timeout({ seconds: boundS });
  const { format, autoOrient: size } = await image.metadata().catch((cause: unknown) => {
    throw notAnImage(which, cause);
  });
  if (!formats.has(format)) throw notAnImage(which);
  const decode = async (width: number, part?: { top: number; height: number }) => {
    const right = width - size.width;
    const background = { r: 255, g: 255, b: 255, alpha: 1 };
    const oriented = image.clone().autoOrient();
    const taken = part ? oriented.extract({ left: 0, width: size.width, ...part }) : oriented;
    const decoded = taken.toColourspace('srgb').ensureAlpha();
    const data = await (right > 0 ? decoded.extend({ right, background }) : decoded)
      .raw()
      .toBuffer()
      .catch((cause: unknown) => {
        throw notAnImage(which, cause);
      });
    // Rows are read as 32-bit numbers, which must be aligned in memory.
    const pixels = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
    makeOpaque(pixels, width);
    return pixels;
  };
  return {
    ...size,
    pixels: (canvasWidth) => decode(canvasWidth),
    rows: (top, height) => decode(size.width, { top, height }),
  };
}

function notAnImage(which: string, cause?: unknown): RenderError {
  const message = `The ${which} file is no image that can be read: PNG, JPEG, WebP, AVIF, GIF or TIFF.`;
  return new RenderError('invalid_request', message, { cause });
}

function makeOpaque(pixels: Uint8Array, width: number): void {
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] as number;
    if (alpha === 255) continue;
    const column = ((at - 3) / 4) % width;
    const below = Math.floor(column / stripe) % 2 === 0 ? 255 : 204;
    for (let channel = at - 3; channel < at; channel += 1) {
      const value = pixels[channel] as number;
      pixels[channel] = Math.round((value * alpha + below * (255 - alpha)) / 255);
    }
    pixels[at] = 255;
  }
}
