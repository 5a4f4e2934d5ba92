import type { Area } from '../comparison.ts';
import type { DecodedImage, ReadImage } from './read-image.ts';
import type { RowRange } from './rows-that-differ.ts';

/** Some rows of an image, one below the other. */
export interface Excerpt extends DecodedImage {
  /** Rows of the excerpt, one range for each of those of the image. */
  ranges: RowRange[];
  /** Undefined for an area without rows in it. */
  toExcerpt(area: Area): Area | undefined;
  toWhole(area: Area): Area;
}

/** @param partRows - maximum number of rows that are decoded together */
export function excerptOf(
  image: ReadImage,
  ranges: readonly RowRange[],
  partRows: number,
): Excerpt {
  const height = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
  /** Number of rows in the excerpt above a row of the image. */
  const above = (row: number) =>
    ranges.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(row, end) - start), 0);
  const rowAt = (inside: number) => {
    let top = 0;
    for (const [start, end] of ranges) {
      if (inside < top + end - start) return start + inside - top;
      top += end - start;
    }
    return ranges.at(-1)?.[1] ?? 0;
  };
  return {
    width: image.width,
    height,
    ranges: ranges.map(([start, end]) => [above(start), above(start) + end - start]),
    async pixels(canvasWidth) {
      const pixels = new Uint8Array(canvasWidth * height * 4).fill(255);
      for (let top = 0; top < image.height; top += partRows) {
        const bottom = Math.min(image.height, top + partRows);
        const inside = ranges.filter(([start, end]) => start < bottom && end > top);
        if (inside.length === 0) continue;
        const part = await image.rows(top, bottom - top);
        for (const [start, end] of inside) {
          for (let row = Math.max(top, start); row < Math.min(bottom, end); row += 1) {
            const from = (row - top) * image.width * 4;
            pixels.set(part.subarray(from, from + image.width * 4), above(row) * canvasWidth * 4);
          }
        }
      }
      return pixels;
    },
    toExcerpt(area) {
      const [top, bottom] = [above(area.y), above(area.y + area.height)];
      return bottom > top ? { ...area, y: top, height: bottom - top } : undefined;
    },
    toWhole(area) {
      const top = rowAt(area.y);
      const bottom = rowAt(area.y + area.height - 1) + 1;
      return { ...area, y: top, height: Math.max(area.height, bottom - top) };
    },
  };
}
