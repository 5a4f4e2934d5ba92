import { maxComparedPixels } from '@tintype/contract/light';
import type { ImageComparison } from '../comparison.ts';
import { compareDecoded, type ImageOptions } from './compare-decoded.ts';
import { compareLargeImages } from './compare-large-images.ts';
import { readImage } from './read-image.ts';

/**
 * Compares two images in this thread.
 * @throws RenderError `invalid_request` if one is no image
 */
export async function compareImages(
  before: Uint8Array,
  after: Uint8Array,
  options: ImageOptions = {},
): Promise<ImageComparison> {
  const [first, second] = [await readImage(before, 'earlier'), await readImage(after, 'later')];
  const { maxPixels = maxComparedPixels } = options;
  const pixels = Math.max(first.width, second.width) * Math.max(first.height, second.height);
  if (pixels <= maxPixels) return compareDecoded(first, second, options);
  return compareLargeImages(first, second, options);
}
