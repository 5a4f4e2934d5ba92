import type { Area, Hunk, PageElement } from '@tintype/compare';
import type { MonitorNoise } from '@tintype/contract/wire';

/** As many as a monitor has. */
const maxPatterns = 50;

/** Lines and expressions that are longer are left out. */
const maxPatternLength = 500;

/** Further lines are not read: a page may differ in all of them. */
const maxLines = 500;

/** Beside a time: longer dates are cut. */
const maxDateChars = 60;

/**
 * Returns changed lines as noise: expressions for the line with anything as its changed words. A
 * line that is another one, such as a quotation of the day, is noise with each text that was seen.
 */
export function noiseOfHunks(hunks: readonly Hunk[]): MonitorNoise[] {
  const patterns = new Set<string>();
  const lines = hunks.flatMap((hunk) => hunk.lines.map((line) => ({ ...line, hunk })));
  for (const { type, text, words, hunk } of lines.slice(0, maxLines)) {
    if (words !== undefined && type === 'removed') continue;
    const isReplaced = hunk.lines.length === 2 && hunk.lines[0]?.type !== hunk.lines[1]?.type;
    const whole = isReplaced && text.trim() !== '' ? wholeLine(text) : undefined;
    const pattern = words === undefined ? whole : patternOf(text, words);
    if (pattern !== undefined) patterns.add(pattern);
    if (patterns.size === maxPatterns) break;
  }
  return [...patterns].map((text) => ({ text }));
}

/** Longer texts of elements are cut. */
const maxElementText = 120;

/**
 * Returns expressions for the texts of elements whose image differs each time, and of elements in
 * them within the area that differed: a quotation of the day may be the same in two loads.
 * @param scale - pixels of the image for a CSS pixel
 */
export function textsOfNoise(
  elements: readonly PageElement[],
  noise: readonly MonitorNoise[],
  scale: number,
): string[] {
  const isNoise = ({ selector, box }: PageElement) =>
    noise.some(({ selector: known, area }) => {
      if (known === undefined) return false;
      const isInside = area !== undefined && selector.startsWith(`${known} > `);
      return selector === known || (isInside && contains(area, box, scale));
    });
  return elements.flatMap((element) => {
    const { text = '' } = element;
    const isWhole = text !== '' && text.length < maxElementText;
    return isWhole && isNoise(element) ? (wholeLine(text) ?? []) : [];
  });
}

function contains(area: Area, box: readonly number[], scale: number): boolean {
  const [x = 0, y = 0, width = 0, height = 0] = box.map((length) => length * scale);
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  return x >= area.x && y >= area.y && x + width <= right && y + height <= bottom;
}

/** True if more than a third of a line differs between two loads: it is another one each time. */
export function isOtherLine({ text, words }: Hunk['lines'][number]): boolean {
  if (words === undefined) return true;
  const marks = (part: string) => part.replaceAll(/\s/g, '').length;
  const changed = words.reduce((sum, [start, end]) => sum + marks(text.slice(start, end)), 0);
  return 3 * changed > marks(text) || patternOf(text, words) === undefined;
}

function wholeLine(text: string): string | undefined {
  const pattern = `^${escape(text)}$`;
  return pattern.length <= maxPatternLength ? pattern : undefined;
}

/**
 * Undefined for a long line, and for one of which nothing stays the same: its expression would match
 * every line of as many words.
 */
function patternOf(
  text: string,
  words: readonly (readonly [number, number])[],
): string | undefined {
  if (text.length > maxPatternLength) return undefined;
  const ranges = words.map(([start, end]) => wholeTime(text, wholeWord(text, start, end)));
  let [pattern, rest, at] = ['', '', 0];
  for (const [start, end] of ranges) {
    if (start < at) continue;
    pattern += `${escape(text.slice(at, start))}${wordPattern(text.slice(start, end))}`;
    rest += text.slice(at, start);
    at = end;
  }
  rest += text.slice(at);
  const hasShape = ranges.some(([start, end]) => number.test(text.slice(start, end)));
  if (!/[\p{L}\d]/u.test(rest) && !hasShape) return undefined;
  const whole = `^${pattern}${escape(text.slice(at))}$`;
  return whole.length <= maxPatternLength ? whole : undefined;
}

const number = /^[\d.,:%/-]*\d[\d.,:%/-]*$/;

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
  const before = timesBefore.exec(text.slice(Math.max(0, start - maxDateChars), start))?.[0] ?? '';
  const after = timesAfter.exec(text.slice(end, end + maxDateChars))?.[0] ?? '';
  return [start - before.length, end + after.length];
}

/** Numbers keep their form: `\d+:\d+` for a time. */
function wordPattern(words: string): string {
  return words
    .split(/(\s+)/)
    .map((word) => {
      if (word === '') return '';
      if (/^\s+$/.test(word)) return String.raw`\s+`;
      return number.test(word) ? escape(word).replaceAll(/\d+/g, String.raw`\d+`) : String.raw`\S+`;
    })
    .join('');
}

/** Escapes a text for an expression with the flag `u`. */
function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
