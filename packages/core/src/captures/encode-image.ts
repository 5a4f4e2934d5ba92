import { RenderError, type ScreenshotRequest } from '@tintype/contract';
import sharp, { type Sharp } from 'sharp';
import type { Captured } from '../types.ts';
import { formatLimits } from './geometry.ts';
import { wantsTransparency } from '../stages/emulate.ts';

/** Joins the strips of one picture, resizes and encodes it: what the browser cannot do by itself. */
export async function encodeImage(
  shots: readonly Uint8Array[],
  request: ScreenshotRequest,
): Promise<Pick<Captured, 'body' | 'imageSize'>> {
  let image = await joined(shots);
  const { image_width: width, image_height: height, format } = request;
  if (width !== undefined || height !== undefined) {
    image = image.resize({
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      fit: 'inside',
    });
  }
  if (!wantsTransparency(request)) image = image.flatten({ background: '#fff' });
  const { data, info } = await withFormat(image, request)
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new RenderError(
        'image_too_large',
        `The picture does not fit into ${format}, which ends at ${formatLimits[format]} px a side. Use format png, or a clip.`,
        { cause },
      );
    });
  return { body: data, imageSize: { width: info.width, height: info.height } };
}

async function joined(shots: readonly Uint8Array[]): Promise<Sharp> {
  const options = { limitInputPixels: false } as const;
  const [first] = shots;
  if (first && shots.length === 1) return sharp(first, options);
  return sharp([...shots], { ...options, join: { across: 1 } });
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
