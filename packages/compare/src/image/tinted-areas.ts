import type { AlignedImages } from './aligned-images.ts';

/** Side in px of a square in which each pixel differs: no edge of a letter fills it. */
const side = 8;

/** Least difference of a channel that counts in such a square, of 255. */
const leastStep = 6;

/**
 * Marks squares in which each pixel differs a little: the colour of an area has changed, such as
 * white to a cream that is below the threshold of a single pixel.
 */
export function markTintedAreas(
  { width, height, before, after }: AlignedImages,
  differs: Uint8Array,
): void {
  /** For each column, the rows up to this one whose last `side` pixels differ. */
  const rows = new Uint32Array(width);
  /** True where the square that ends here, in the row above, differs. */
  const isFull = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    let run = 0;
    let isLeftFull = 0;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      run = stepAt(before, after, at * 4) < leastStep ? 0 : run + 1;
      const count = run < side ? 0 : (rows[x] as number) + 1;
      rows[x] = count;
      const isNow = count < side ? 0 : 1;
      if (isNow === 1) {
        // Squares beside and above have marked the rest.
        const across = isLeftFull === 1 ? 1 : side;
        const down = isFull[x] === 1 ? 1 : side;
        for (let row = y - down + 1; row <= y; row += 1) {
          differs.fill(1, row * width + x - across + 1, row * width + x + 1);
        }
      }
      isLeftFull = isNow;
      isFull[x] = isNow;
    }
  }
}

/** Returns the largest difference of a channel. */
function stepAt(before: Uint8Array, after: Uint8Array, at: number): number {
  let largest = 0;
  for (let channel = at; channel < at + 4; channel += 1) {
    const step = Math.abs((before[channel] as number) - (after[channel] as number));
    if (step > largest) largest = step;
  }
  return largest;
}
