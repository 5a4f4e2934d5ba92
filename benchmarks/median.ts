/** Returns the median of some figures; 0 if there are none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? 0) + upper) / 2;
}

/** Returns the figure below which a part of the figures are; 0 if there are none. */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

/** Returns the median of some figures and their spread. */
export function spread(figures: readonly number[], digits = 2): string {
  const [middle, least, max] = [median(figures), Math.min(...figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}-${max.toFixed(digits)})`;
}
