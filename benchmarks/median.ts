/** The middle of some figures; 0 where there are none. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

/** The middle of some figures, and how far they lie apart. */
export function spread(figures: readonly number[], digits = 2): string {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}-${most.toFixed(digits)})`;
}
