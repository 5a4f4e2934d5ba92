import { ssim } from '@blazediff/ssim/ssim';
import { RenderError } from '@tintype/contract/errors';
import { maxComparedPixels } from '@tintype/contract/light';
import pixelmatch from 'pixelmatch';
import type { Area, CompareOptions, ImageComparison } from '../comparison.ts';
import { alignImages, type AlignedImages, type AlignOptions } from './aligned-images.ts';
import type { RowPairs, Sides } from './layout.ts';
import { drawOverlay } from './draw-overlay.ts';
import { drawSideBySide } from './draw-side-by-side.ts';
import { copyArea, saveAreas } from './image-areas.ts';
import { findRegions } from './find-regions.ts';
import { nameRegion } from './name-region.ts';
import type { DecodedImage } from './read-image.ts';
import { markTintedAreas } from './tinted-areas.ts';

const usualThreshold = 0.1;

/** SSIM compares windows of this size. */
const ssimWindow = 11;

export type ImageOptions = Omit<CompareOptions, 'signal'> & { ignored?: Sides<readonly Area[]> };

/**
 * Compares two images in this thread.
 * @param pairs - rows that are compared with each other; default: all
 * @throws RenderError `invalid_request` if the canvas is too large
 */
export async function compareDecoded(
  first: DecodedImage,
  second: DecodedImage,
  options: ImageOptions = {},
  pairs?: RowPairs,
): Promise<ImageComparison> {
  const { ignored: own = { before: [], after: [] } } = options;
  const { ignore = [], threshold = usualThreshold, maxPixels = maxComparedPixels } = options;
  const size = { before: sizeOf(first), after: sizeOf(second) };
  const images = await alignBoth(first, second, { ignored: own, maxPixels, pairs });
  const ignored = [
    ...[...ignore, ...own.after].flatMap((area) => onCanvas(images, area, 'after')),
    ...own.before.flatMap((area) => onCanvas(images, area, 'before')),
  ];
  const restore = hideAreas(images, ignored);
  const differs = differingPixels(images, threshold);
  // The region of added rows may begin beside their content.
  const grown = ignored.map(({ x, y, width, height }) => ({
    x: x - 1,
    y: y - 1,
    width: width + 2,
    height: height + 2,
  }));
  const isIgnored = (area: Area) => grown.some((hidden) => contains(hidden, area));
  const { count, pixels, ...found } = findRegions(images, differs, { size, isIgnored });
  const regions = found.regions.map((region) => nameRegion(region, options.elements));
  const comparison: ImageComparison = {
    type: 'image',
    same: count === 0,
    changed: Math.min(1, pixels / (images.width * images.height)),
    similarity: count === 0 ? 1 : similarityOf(images),
    size,
    regionCount: count,
    regions: regions.map(({ region }) => region),
    overlay: await drawOverlay(images, differs, regions, ignored),
  };
  if (options.sideBySide !== true) return comparison;
  restore();
  const parts = { regions, ignored, size, maxPixels };
  return { ...comparison, sideBySide: await drawSideBySide(images, parts) };
}

/** Copies areas of the later image to the earlier one. Returns a function that undoes it. */
function hideAreas({ before, after, width }: AlignedImages, areas: readonly Area[]): () => void {
  const restore = saveAreas(before, width, areas);
  for (const area of areas) copyArea(after, before, width, area);
  return restore;
}

function sizeOf({ width, height }: DecodedImage) {
  return { width, height };
}

async function alignBoth(
  first: DecodedImage,
  second: DecodedImage,
  { ignored, maxPixels, pairs }: AlignOptions,
): Promise<AlignedImages> {
  const width = Math.max(first.width, second.width);
  const highest = Math.max(first.height, second.height);
  if (width * highest > maxPixels) {
    throw new RenderError(
      'invalid_request',
      `Images of at most ${maxPixels} pixels can be compared; got ${width} x ${highest}. Leave out full_page, or compare a selector.`,
    );
  }
  const columns = Math.min(first.width, second.width);
  const images = alignImages(
    { width, columns, before: await first.pixels(width), after: await second.pixels(width) },
    { ignored, maxPixels, pairs },
  );
  const further = { x: columns, y: 0, width: width - columns, height: images.height };
  // Columns that only one image has are a region of their own.
  const [wider, other] =
    second.width > first.width ? [images.after, images.before] : [images.before, images.after];
  copyArea(wider, other, width, further);
  return images;
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
  if (threshold <= usualThreshold) markTintedAreas(images, differs);
  return differs;
}

/** Rows that only one image has count as 0; they are equal on the canvas, which counts as 1. */
function similarityOf({ width, height, before, after, blocks }: AlignedImages): number {
  if (width < ssimWindow || height < ssimWindow) return 0;
  const own = blocks.filter(({ kind }) => kind !== 'both');
  const area = own.reduce((sum, block) => sum + block.height * block.width, 0);
  const all = ssim(before, after, undefined, width, height);
  return Math.min(1, Math.max(0, all - area / (width * height)));
}

/** The parts of the canvas that show an area of an image. */
function onCanvas(images: AlignedImages, area: Area, side: keyof Sides<Area>): Area[] {
  const [first, last] = [Math.floor(area.y), Math.ceil(area.y + area.height)];
  const found: Area[] = [];
  const absent = side === 'after' ? 'removed' : 'added';
  for (const { kind, x, top, width, height, [side]: start } of images.blocks) {
    const end = x + width === images.columns ? images.width : x + width;
    const left = Math.max(x, Math.floor(area.x));
    const right = Math.min(end, Math.ceil(area.x + area.width));
    const from = Math.max(first, start);
    const to = Math.min(last, start + height);
    if (kind !== absent && to > from && right > left) {
      found.push({ x: left, y: top + from - start, width: right - left, height: to - from });
    }
  }
  return found;
}

function contains(outer: Area, inner: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
