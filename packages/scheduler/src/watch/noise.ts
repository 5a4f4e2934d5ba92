import type { Hunk, Region } from '@tintype/compare';
import type { MonitorNoise } from '@tintype/contract/wire';
import type { Area, MonitorState } from './monitor-state.ts';

/** Of each: areas, selectors and expressions. As many as a comparison ignores. */
const maxOfEach = 50;

/** Around an area, in pixels: text is not as wide each time. */
const marginPx = 4;

/** Areas up to this height are of a line of text, in which other digits differ next time. */
const maxLinePx = 40;

/** Selectors that would leave out the page. */
const wholePage = /^(?:html|body|main|:root)$/;

/** Longer expressions are left out. */
const maxPatternLength = 500;

const kinds = ['selector', 'text', 'area'] as const;

/** Returns both, each once, and at most 50 of each type. */
export function mergeNoise(
  known: readonly MonitorNoise[],
  found: readonly MonitorNoise[],
): MonitorNoise[] {
  const merged: MonitorNoise[] = [...known];
  for (const noise of found) {
    const at = merged.findIndex((other) => isSameNoise(other, noise));
    if (at < 0) merged.push(noise);
    else merged[at] = union(merged[at]!, noise);
  }
  const counts = { selector: 0, text: 0, area: 0 };
  return merged.filter((noise) => (counts[kindOf(noise)] += 1) <= maxOfEach);
}

/**
 * Noise of one change is learned once it is seen a second time: a page that is changed twice within
 * a minute also differs between two loads.
 */
export function learnNoise(
  { noise, suspects = [] }: Pick<MonitorState, 'noise' | 'suspects'>,
  found: readonly MonitorNoise[],
): Pick<MonitorState, 'noise' | 'suspects'> {
  const isSuspect = (one: MonitorNoise) => suspects.some((other) => isSameNoise(other, one));
  const seen = found.filter(isSuspect);
  return {
    noise: mergeNoise(noise, seen),
    suspects: mergeNoise(
      [],
      found.filter((one) => !isSuspect(one)),
    ),
  };
}

const kindOf = (noise: MonitorNoise) => kinds.find((kind) => noise[kind] !== undefined) ?? 'area';

function isSameNoise(one: MonitorNoise, other: MonitorNoise): boolean {
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  if (kind !== 'area') return one[kind] === other[kind];
  return one.area !== undefined && other.area !== undefined && overlap(one.area, other.area);
}

function overlap(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function union(one: MonitorNoise, other: MonitorNoise): MonitorNoise {
  if (!one.area || !other.area) return one;
  const [a, b] = [one.area, other.area];
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const height = Math.max(a.y + a.height, b.y + b.height) - y;
  return { ...one, area: { x, y, width, height } };
}

/** Returns regions of an image as noise: their elements where they are known. */
export function noiseOfRegions(regions: readonly Region[]): MonitorNoise[] {
  const largest = regions.toSorted((one, other) => other.pixels - one.pixels).slice(0, maxOfEach);
  return largest.map(({ area, selector }) => ({
    area: grown(area),
    ...(selector !== undefined && !wholePage.test(selector) && { selector }),
  }));
}

function grown({ x, y, width, height }: Area): Area {
  const side = height <= maxLinePx ? 3 * height + marginPx : marginPx;
  const [left, top] = [Math.max(0, x - side), Math.max(0, y - marginPx)];
  return {
    x: left,
    y: top,
    width: x + width + side - left,
    height: y + height + marginPx - top,
  };
}

/**
 * Returns changed lines as noise: expressions for the line with anything as its changed words. A
 * line that is another one, such as a quotation of the day, is noise with each text that was seen.
 */
export function noiseOfHunks(hunks: readonly Hunk[]): MonitorNoise[] {
  const patterns = new Set<string>();
  for (const { lines } of hunks) {
    const isReplaced = lines.length === 2 && lines[0]?.type !== lines[1]?.type;
    for (const { type, text, words } of lines) {
      if (words !== undefined && type === 'removed') continue;
      const whole = isReplaced && text.trim() !== '' ? `^${escape(text)}$` : undefined;
      const pattern = words === undefined ? whole : patternOf(text, words);
      if (pattern !== undefined && pattern.length <= maxPatternLength) patterns.add(pattern);
    }
  }
  return [...patterns].slice(0, maxOfEach).map((text) => ({ text }));
}

/**
 * Undefined for a line of which nothing stays the same: its expression would match every line of
 * as many words.
 */
function patternOf(
  text: string,
  words: readonly (readonly [number, number])[],
): string | undefined {
  const ranges = words.map(([start, end]) => wholeTime(text, wholeWord(text, start, end)));
  let [pattern, rest, at] = ['', '', 0];
  for (const [start, end] of ranges) {
    if (start < at) continue;
    pattern += `${escape(text.slice(at, start))}${wordPattern(text.slice(start, end))}`;
    rest += text.slice(at, start);
    at = end;
  }
  rest += text.slice(at);
  const hasShape = ranges.some(([start, end]) =>
    /^[\d.,:%/-]*\d[\d.,:%/-]*$/.test(text.slice(start, end)),
  );
  if (!/[\p{L}\d]/u.test(rest) && !hasShape) return undefined;
  return `^${pattern}${escape(text.slice(at))}$`;
}

/** Words differ as a whole: of `13:37` and `13:38`, all. */
function wholeWord(text: string, start: number, end: number): [number, number] {
  let [from, to] = [start, end];
  while (from > 0 && /\S/.test(text[from - 1]!)) from -= 1;
  while (to < text.length && /\S/.test(text[to]!)) to += 1;
  return [from, to];
}

/** Names of times, which change less often than the numbers beside them. */
const dateWord = String.raw`(?:[AaPp]\.?[Mm]\.?|UTC|GMT|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*)`;
const timesBefore = new RegExp(String.raw`(?:\b(?:${dateWord}|\d{1,4}|at|of),?\s+)+$`);
const timesAfter = new RegExp(String.raw`^(?:,?\s+(?:${dateWord}|(?<=${dateWord}\s)\d{1,4})\b)+`);

/** A clock shows seconds, and at other times another day: `28 Nov, 23:59:59` is noise as a whole. */
function wholeTime(text: string, [start, end]: [number, number]): [number, number] {
  if (!/\d:\d\d/.test(text.slice(start, end))) return [start, end];
  const before = timesBefore.exec(text.slice(0, start))?.[0] ?? '';
  const after = timesAfter.exec(text.slice(end))?.[0] ?? '';
  return [start - before.length, end + after.length];
}

/** Numbers keep their form: `\d+:\d+` for a time. */
function wordPattern(words: string): string {
  return words
    .split(/(\s+)/)
    .map((word) => {
      if (word === '') return '';
      if (/^\s+$/.test(word)) return String.raw`\s+`;
      return /^[\d.,:%/-]*\d[\d.,:%/-]*$/.test(word)
        ? escape(word).replaceAll(/\d+/g, String.raw`\d+`)
        : String.raw`\S+`;
    })
    .join('');
}

/** Escapes a text for an expression with the flag `u`. */
function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
