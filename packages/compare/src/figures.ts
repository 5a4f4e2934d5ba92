import type { ComparisonFigures, TextFigures } from '@tintype/contract/wire';
import type { ImageComparison, TextComparison } from './comparison.ts';

/** Regions in a response header, which is limited in size. */
const maxRegions = 20;

/** Returns a comparison without its image, as JSON for interfaces. */
export function figuresOf({
  same,
  changed,
  similarity,
  size: { before, after },
  regionCount,
  regions,
  comparedRows,
}: ImageComparison): ComparisonFigures {
  const largest = regions.toSorted((one, other) => other.pixels - one.pixels).slice(0, maxRegions);
  return {
    same,
    changed: rounded(changed),
    similarity: rounded(similarity),
    same_size: before.width === after.width && before.height === after.height,
    region_count: regionCount,
    regions: regions.filter((region) => largest.includes(region)),
    ...(comparedRows !== undefined && { compared_rows: comparedRows }),
  };
}

/** Returns a comparison without its lines and fields, as JSON for interfaces. */
export function textFiguresOf({ same, changed, added, removed }: TextComparison): TextFigures {
  return { same, changed: rounded(changed), added, removed };
}

/** Six digits; but what differs is not 0. */
function rounded(share: number): number {
  return Number(share.toFixed(6)) || share;
}
