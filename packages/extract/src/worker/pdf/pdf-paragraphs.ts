import type { Cluster } from './pdf-blocks.ts';
import type { Line } from './pdf-lines.ts';

/** The start of a list entry. */
export const bulletPattern = /^(?:[•◦▪▫‣⁃●○■□◆➢✓\uf0b7]|[-–—*·](?=\s))\s*/;
export const numberPattern = /^(0|[1-9]\d{0,2})[.)]\s+(?=\S)/;

/** Dots between an entry of a table of contents and its page. */
export const leaderPattern = /(?:[.\u2026·] ?){4,}(?=\s*\S{1,7}$)/;

/** A part of a cluster that is read as one: a paragraph, or an entry of a list. */
export type Paragraph = Line[];

/** Lines that fill less of their column than this are no running text. */
const leastFilled = 0.45;

/**
 * Parts a cluster into paragraphs, by indents, by lines that end early, and by marks of lists.
 * @param columnRight - where the lines of its column end
 */
export function paragraphsOf({ lines }: Cluster, columnRight: number): Paragraph[] {
  if (areEntries(lines, columnRight)) return lines.map((line) => [line]);
  const left = lines.reduce((least, { x }) => Math.min(least, x), Infinity);
  const right = lines.reduce((max, line) => Math.max(max, line.right), -Infinity);
  const isIndented = ({ x, size }: Line) => x - left > 0.8 * size && x - left < 5 * size;
  const indented = lines.filter(isIndented).length;
  // Where most lines are indented, those that are not begin something.
  const isHanging = indented * 2 > lines.length;
  const paragraphs: Paragraph[] = [];
  for (const line of lines) {
    const own = paragraphs.at(-1);
    const last = own?.at(-1);
    const isStart =
      !own ||
      !last ||
      bulletPattern.test(line.text) ||
      numberPattern.test(line.text) ||
      leaderPattern.test(last.text) ||
      endsEarly(last, line, right) ||
      (isHanging
        ? !isIndented(line) && isIndented(last)
        : isIndented(line) && !isIndented(last) && !isEntry(own));
    if (isStart) paragraphs.push([line]);
    else own.push(line);
  }
  return paragraphs;
}

/** Names, addresses, and lists whose marks are drawn and not written: a few words in each line. */
function areEntries(lines: readonly Line[], columnRight: number): boolean {
  return lines.every(
    ({ x, right, text }) =>
      right - x < leastFilled * (columnRight - x) &&
      text.split(' ').length <= 5 &&
      !text.endsWith('-'),
  );
}

function isEntry([first]: Paragraph): boolean {
  return first !== undefined && (bulletPattern.test(first.text) || numberPattern.test(first.text));
}

/** Returns whether the first word of the next line had room: the author started a new line. */
function endsEarly(last: Line, next: Line, right: number): boolean {
  const perLetter = (next.right - next.x) / Math.max(1, next.text.length);
  const [word = ''] = next.text.split(' ', 1);
  const room = right - last.right - (word.length + 1.5) * perLetter - last.size;
  // Amid a sentence, only much room tells: not every program breaks lines as late as it can.
  const isAmid = /[\p{Ll},\u00ad-]$/u.test(last.text) && /^\p{Ll}/u.test(next.text);
  return room > (isAmid ? 12 * last.size : 0);
}
