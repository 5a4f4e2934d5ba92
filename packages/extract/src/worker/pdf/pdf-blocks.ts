import type { Line } from './pdf-lines.ts';

/** Lines that follow each other at an even distance, in letters of one height. */
export interface Cluster {
  lines: Line[];
}

/** Default distance of the lines of a text, in heights of its letters. */
const usualLeading = 1.25;
/** A gap that is larger than usual by this begins another block. */
const widerGap = 1.3;

/** Typical values of a file. */
export interface Usual {
  /** Height of the letters of its text. */
  size: number;
  font: string;
  leading: number;
}

/** The font and size of most of the text. */
export function usualOf(lines: readonly Line[]): Usual {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  for (const { size, font, text } of lines) {
    const half = Math.round(size * 2) / 2;
    sizes.set(half, (sizes.get(half) ?? 0) + text.length);
    fonts.set(font, (fonts.get(font) ?? 0) + text.length);
  }
  const size = maxOf(sizes) ?? 10;
  const gaps = lines.flatMap((line, index) => {
    const next = lines[index + 1];
    if (!next || next.run !== line.run || next.page !== line.page) return [];
    const gap = (next.y - line.y) / size;
    return Math.abs(line.size - size) < 0.6 && gap > 0.8 && gap < 2.5 ? [gap] : [];
  });
  const leading = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.4)] ?? usualLeading;
  return { size, font: maxOf(fonts) ?? '', leading };
}

function maxOf<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined;
  let max = 0;
  for (const [key, count] of counts) {
    if (count <= max) continue;
    max = count;
    best = key;
  }
  return best;
}

/** Parts lines where the gap between them is wide, or their letters change. */
export function clusterLines(lines: readonly Line[], { leading }: Usual): Cluster[] {
  const clusters: Cluster[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const own = clusters.at(-1);
    if (own && last && isNear(last, line, leading)) own.lines.push(line);
    else clusters.push({ lines: [line] });
    last = line;
  }
  return clusters;
}

function isNear(last: Line, next: Line, leading: number): boolean {
  const gap = next.y - last.y;
  const size = Math.max(last.size, next.size);
  return (
    next.page === last.page &&
    next.run === last.run &&
    Math.abs(next.size - last.size) <= 0.12 * size &&
    next.isMono === last.isMono &&
    gap > 0 &&
    gap <= leading * widerGap * size
  );
}
