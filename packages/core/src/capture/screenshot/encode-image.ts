import {
  formatLimits,
  RenderError,
  wantsTransparency,
  type ScreenshotRequest,
} from '@tintype/contract';
import type { Sharp, SharpOptions } from 'sharp';
import type { Captured } from '../../types.ts';
import { sharp } from '../../sharp.ts';

/** Joins the strips of one image, resizes and encodes it, if the browser cannot. */
export async function encodeImage(
  shots: readonly Uint8Array[],
  request: ScreenshotRequest,
): Promise<Captured> {
  try {
    const image = withFormat(resized(await joined(shots), request), request);
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return { body: data, imageSize: { width: info.width, height: info.height } };
  } catch (cause) {
    throw encodingError(request.format, cause);
  }
}

function resized(image: Sharp, request: ScreenshotRequest): Sharp {
  const { image_width: width, image_height: height } = request;
  const sized =
    width === undefined && height === undefined
      ? image
      : image.resize({
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          fit: 'inside',
        });
  return wantsTransparency(request) ? sized : sized.flatten({ background: '#fff' });
}

/** Messages of libvips and its libraries about an image that is too large. */
const tooLarge =
  /too large|exceeds|dimension|maximum (?:supported )?(?:image|size|width|height)|bigger than|image too big/i;

/** Returns the error of an encoding. Failures other than the size are internal. */
function encodingError(format: ScreenshotRequest['format'], cause: unknown): RenderError {
  if (cause instanceof Error && tooLarge.test(cause.message)) {
    return new RenderError(
      'image_too_large',
      `The image does not fit into ${format}, which ends at ${formatLimits[format]} px a side. Use format png, or a clip.`,
      { cause },
    );
  }
  return RenderError.from(cause, undefined, `The image could not be encoded as ${format}.`);
}

/** Joins strips. libvips does so as it reads, with a few rows in memory. */
async function joined(shots: readonly Uint8Array[]): Promise<Sharp> {
  const options: SharpOptions = { limitInputPixels: false };
  const [first = new Uint8Array()] = shots;
  if (shots.length <= 1) return sharp(first, options);
  const sizes = await Promise.all(shots.map((shot) => sharp(shot, options).metadata()));
  const { width, height } = sizes[0] ?? { width: 0, height: 0 };
  const last = sizes.at(-1)?.height ?? 0;
  if (last > height || sizes.slice(0, -1).some((size) => size.height !== height)) {
    const heights = sizes.map((size) => size.height).join(', ');
    throw new TypeError(`strips of one height, the last at most as high: got ${heights}`);
  }
  // Each strip has the height of the tallest: rows below the last strip are cut off.
  const rows = height * (shots.length - 1) + last;
  const cell = { halign: 'left', valign: 'top' } as const;
  return sharp([...shots], { ...options, join: { across: 1, ...cell } }).extract({
    left: 0,
    top: 0,
    width,
    height: rows,
  });
}

function withFormat(image: Sharp, request: ScreenshotRequest): Sharp {
  switch (request.format) {
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'webp':
      return image.webp({ quality: request.image_quality, effort: 2 });
    case 'gif':
      return image.gif();
    default:
      return image.jpeg({ quality: request.image_quality });
  }
}
