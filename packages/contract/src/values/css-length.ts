/** CSS pixels in one unit, as CSS defines them: 96 to the inch. */
const pixelsIn = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72 } as const;

/** Input of {@link cssPixels}: a number, and a unit unless it is px. */
export const cssLengthPattern = /^[0-9]{1,5}(?:\.[0-9]{1,6})?(?:px|in|cm|mm|pt)?$/;

/** Parses a length such as `1cm` to px, rounded to a ten-thousandth: 1in, 96px and 96 are equal. */
export function cssPixels(length: string | number): number | undefined {
  if (typeof length === 'number') return round(length);
  if (!cssLengthPattern.test(length)) return undefined;
  const unit = /[a-z]+$/.exec(length)?.[0] ?? 'px';
  return round(Number.parseFloat(length) * pixelsIn[unit as keyof typeof pixelsIn]);
}

function round(pixels: number): number {
  return Math.round(pixels * 10_000) / 10_000;
}
