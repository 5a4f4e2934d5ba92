import type { Usual } from './pdf-blocks.ts';
import type { Line } from './pdf-lines.ts';
import { leaderPattern, type Paragraph } from './pdf-paragraphs.ts';
import type { PdfHeading } from './pdf-text.ts';

/** Letters higher than those of the text by this are of a heading. */
const higher = 1.15;
const longest = 200;
const maxLines = 4;
/** Of the lines in a font, so many stand where headings do, if it is one of headings. */
const leastAlone = 0.5;

/** Returns the level of a heading: 1 to 6; 0 if a paragraph is none. */
export type HeadingLevel = (paragraph: Paragraph) => number;

/** Looks at the paragraphs of a file for what its headings are written in. */
export function findHeadings(
  paragraphs: readonly Paragraph[],
  usual: Usual,
  outline: readonly PdfHeading[],
): HeadingLevel {
  const isLarge = (lines: Paragraph) => isShort(lines) && sizeOf(lines) >= usual.size * higher;
  const large = new Set(paragraphs.filter(isLarge).map(sizeOf));
  // HTML has six levels of headings.
  const sizes = [...large].toSorted((a, b) => b - a).slice(0, 5);
  const fonts = headingFonts(paragraphs, usual);
  const named = new Map(outline.map(({ text, depth }) => [bare(text), depth]));
  const top = hasTitle(paragraphs, sizes[0]) ? 1 : 0;
  return (lines) => {
    if (!isShort(lines)) return 0;
    const depth = named.get(bare(textOf(lines)));
    if (depth !== undefined) return Math.min(6, depth + top);
    if (sizeOf(lines) >= usual.size * higher) {
      const place = sizes.findIndex((size) => sizeOf(lines) >= size);
      return Math.min(6, (place < 0 ? sizes.length : place) + 1);
    }
    return isAlone(lines, usual) && fonts.has(lines[0]!.font) ? Math.min(6, sizes.length + 1) : 0;
  };
}

/** Returns whether the largest text occurs once: then it is the title. */
function hasTitle(paragraphs: readonly Paragraph[], largest: number | undefined): boolean {
  return largest !== undefined && paragraphs.filter((one) => sizeOf(one) === largest).length === 1;
}

/** Fonts other than that of the text, such as its bold one, in which most lines are alone. */
function headingFonts(paragraphs: readonly Paragraph[], usual: Usual): Set<string> {
  const all = new Map<string, number>();
  const alone = new Map<string, number>();
  for (const lines of paragraphs) {
    for (const { font } of lines) all.set(font, (all.get(font) ?? 0) + 1);
    const [first] = lines;
    if (first && isAlone(lines, usual)) {
      alone.set(first.font, (alone.get(first.font) ?? 0) + lines.length);
    }
  }
  return new Set(
    [...alone]
      .filter(([font, count]) => count >= leastAlone * (all.get(font) ?? 0))
      .map(([font]) => font),
  );
}

/** One or two lines in a font of their own, written as headings are. */
function isAlone(lines: Paragraph, usual: Usual): boolean {
  return (
    lines.length <= 2 &&
    isShort(lines) &&
    sizeOf(lines) >= usual.size * 0.95 &&
    lines.every(
      ({ font, cells, isMono }) => font !== usual.font && cells.length === 1 && !isMono,
    ) &&
    /^(?:\p{Lu}|\p{Lo}|\d)/u.test(textOf(lines)) &&
    !/[.,;:]$/.test(textOf(lines))
  );
}

function isShort(lines: Paragraph): boolean {
  const text = textOf(lines);
  return (
    lines.length <= maxLines &&
    text.length <= longest &&
    /\p{L}/u.test(text) &&
    !leaderPattern.test(text)
  );
}

function sizeOf([first]: Paragraph): number {
  return Math.round((first as Line).size * 2) / 2;
}

function textOf(lines: Paragraph): string {
  return lines.map(({ text }) => text).join(' ');
}

/** A heading without its number: outlines often leave it out. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
