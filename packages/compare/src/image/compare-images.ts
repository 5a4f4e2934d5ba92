import { ssim } from '@blazediff/ssim/ssim';
import { RenderError } from '@tintype/contract/errors';
import { sharp } from '@tintype/core/sharp';
import pixelmatch from 'pixelmatch';
import type { Area, CompareOptions, ImageComparison } from '../comparison.ts';
import { alignImages, type AlignedImages, type ImagePair } from './aligned-images.ts';
import { drawOverlay } from './draw-overlay.ts';
import { findRegions, largestRegions } from './find-regions.ts';

const defaultMaxPixels = 25_000_000;

/** SSIM compares windows of this size. */
const ssimWindow = 11;

/**
 * Compares two images in this thread. Animated ones are compared by their first frame.
 * @throws RenderError `invalid_request` if one is no image, or the canvas is too large
 */
export async function compareImages(
  before: Uint8Array,
  after: Uint8Array,
  options: Omit<CompareOptions, 'signal'> = {},
): Promise<ImageComparison> {
  const { ignore = [], threshold = 0.1, maxPixels = defaultMaxPixels } = options;
  const [first, second] = [await sizeOf(before, 'earlier'), await sizeOf(after, 'later')];
  const size = { before: first, after: second };
  const width = Math.max(first.width, second.width);
  const highest = Math.max(first.height, second.height);
  if (width * highest > maxPixels) {
    throw new RenderError(
      'invalid_request',
      `Images of at most ${maxPixels} pixels can be compared; got ${width} x ${highest}. Leave out full_page, or compare a selector.`,
    );
  }
  const pair: ImagePair = {
    width,
    before: await pixelsOf(before, width - first.width),
    after: await pixelsOf(after, width - second.width),
  };
  const images = alignImages(pair, maxPixels);
  const ignored = ignore.flatMap((area) => onCanvas(images, area));
  for (const area of ignored) makeEqual(images, area);
  const differs = differingPixels(images, threshold);
  const all = findRegions(images, differs).filter(
    ({ area }) => !ignored.some((hidden) => contains(hidden, area)),
  );
  const changed = all.reduce((sum, { region }) => sum + region.pixels, 0);
  const regions = largestRegions(all);
  return {
    type: 'image',
    same: regions.length === 0,
    changed: Math.min(1, changed / (width * images.height)),
    similarity: regions.length === 0 ? 1 : similarityOf(images),
    size,
    regions: regions.map(({ region }) => region),
    overlay: await drawOverlay(images, differs, regions, ignored),
  };
}

async function sizeOf(image: Uint8Array, which: string) {
  try {
    const { width, height } = await sharp(image).metadata();
    return { width, height };
  } catch (cause) {
    throw new RenderError('invalid_request', `The ${which} file is no image that can be read.`, {
      cause,
    });
  }
}

/** Four bytes per pixel. Columns that only the other image has are magenta. */
async function pixelsOf(image: Uint8Array, right: number): Promise<Uint8Array> {
  const background = { r: 255, g: 0, b: 255, alpha: 1 };
  const decoded = sharp(image).ensureAlpha();
  const pixels = await (right > 0 ? decoded.extend({ right, background }) : decoded)
    .raw()
    .toBuffer();
  // Rows are read as 32-bit numbers, which must be aligned in memory.
  return pixels.byteOffset % 4 === 0 ? pixels : new Uint8Array(pixels);
}

/** One byte per pixel, 1 where the aligned images differ; anti-aliasing does not count. */
function differingPixels(images: AlignedImages, threshold: number): Uint8Array {
  const { width, height, before, after } = images;
  const drawn = new Uint8Array(width * height * 4);
  const options = { threshold, diffMask: true, diffColor: [255, 0, 0] as [number, number, number] };
  pixelmatch(before, after, drawn, width, height, options);
  const differs = new Uint8Array(width * height);
  for (let pixel = 0; pixel < differs.length; pixel += 1) {
    // Anti-aliasing is yellow.
    const isRed = drawn[pixel * 4] === 255 && drawn[pixel * 4 + 1] === 0;
    if (isRed && drawn[pixel * 4 + 3] === 255) differs[pixel] = 1;
  }
  return differs;
}

/** Rows that only one image has count as 0. */
function similarityOf({ width, height, before, after, blocks }: AlignedImages): number {
  if (width < ssimWindow || height < ssimWindow) return 0;
  const inBoth = blocks.filter(({ kind }) => kind === 'both');
  const rows = inBoth.reduce((sum, block) => sum + block.height, 0);
  return Math.max(0, ssim(before, after, undefined, width, height)) * (rows / height);
}

/** The parts of the canvas that show an area of the later image. */
function onCanvas({ width, blocks }: AlignedImages, area: Area): Area[] {
  const left = Math.max(0, Math.floor(area.x));
  const right = Math.min(width, Math.ceil(area.x + area.width));
  const [first, last] = [Math.floor(area.y), Math.ceil(area.y + area.height)];
  const found: Area[] = [];
  let top = 0;
  for (const { kind, after, height } of blocks) {
    const from = Math.max(first, after);
    const to = Math.min(last, after + height);
    if (kind !== 'removed' && to > from && right > left) {
      found.push({ x: left, y: top + from - after, width: right - left, height: to - from });
    }
    top += height;
  }
  return found;
}

function makeEqual({ width, before, after }: AlignedImages, area: Area): void {
  for (let y = area.y; y < area.y + area.height; y += 1) {
    const start = (y * width + area.x) * 4;
    before.set(after.subarray(start, start + area.width * 4), start);
  }
}

function contains(outer: Area, inner: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
