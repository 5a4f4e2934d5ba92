import type { screenshotInfo } from '../kind-info.ts';

export type ImageFormat = keyof typeof screenshotInfo.files;

/** Maximum side of each format in pixels, with the source of the limit. */
export const formatLimits: Readonly<Record<ImageFormat, number>> = {
  // libwebp, WEBP_MAX_DIMENSION
  webp: 16_383,
  // ITU-T T.81, 16-bit frame sizes; libjpeg's JPEG_MAX_DIMENSION is 65,500
  jpeg: 65_500,
  jpg: 65_500,
  // GIF89a, 16-bit logical screen
  gif: 65_535,
  // PNG: 31 bits; browsers lay out far less
  png: 2 ** 31 - 1,
};

/** The largest `image_width` and `image_height`: the longest side of a WebP file, in any format. */
export const maxBoxSide = 16_383;

/** Names the option that resizes an image so that its longer side fits the limit of its format. */
export function boxThatFits(
  { width, height }: { width: number; height: number },
  limit: number,
): string {
  const side = height >= width ? 'image_height' : 'image_width';
  return `an ${side} of at most ${Math.min(limit, maxBoxSide)}`;
}

/** Maximum pixels of one image: encoding holds four bytes of memory for each. */
export const pixelLimit = 400_000_000;

/** Returns the size of an image resized to the box of a request, if any. */
export function fittedSize(
  box: { image_width?: number | undefined; image_height?: number | undefined },
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const ratios = [
    ...(box.image_width === undefined ? [] : [box.image_width / width]),
    ...(box.image_height === undefined ? [] : [box.image_height / height]),
  ];
  const ratio = ratios.length === 0 ? 1 : Math.min(...ratios);
  return {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  };
}
