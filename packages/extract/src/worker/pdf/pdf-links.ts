import type { Line } from './pdf-lines.ts';
import type { PdfLink } from './pdf-text.ts';

/** Text with the address that it leads to, where it leads anywhere. */
export interface Span {
  text: string;
  url?: string;
}

/** A link that lies over less of a line than this, in heights of its letters, is none of it. */
const leastCover = 0.4;

/** Splits a line at the links over it. The place of a letter is estimated from its index. */
export function linkSpans(line: Line, links: readonly PdfLink[]): Span[] {
  const middle = line.y - 0.3 * line.size;
  const over = links
    .filter(
      (link) =>
        link.top <= middle &&
        link.bottom >= middle &&
        Math.min(link.right, line.right) - Math.max(link.x, line.x) > leastCover * line.size,
    )
    .toSorted((a, b) => a.x - b.x);
  if (over.length === 0) return [{ text: line.text }];
  const perLetter = (line.right - line.x) / Math.max(1, line.text.length);
  const spans: Span[] = [];
  let at = 0;
  for (const { url, x, right } of over) {
    const from = Math.max(at, wordEdge(line.text, (x - line.x) / perLetter, 'start'));
    const to = wordEdge(line.text, (right - line.x) / perLetter, 'end');
    if (to <= from) continue;
    if (from > at) spans.push({ text: line.text.slice(at, from) });
    spans.push({ text: line.text.slice(from, to), url });
    at = to;
  }
  if (at < line.text.length) spans.push({ text: line.text.slice(at) });
  return spans;
}

/** The beginning or the end of a word that is nearest to a place. */
function wordEdge(text: string, place: number, side: 'start' | 'end'): number {
  let best = side === 'start' ? 0 : text.length;
  for (let index = 0; index <= text.length; index += 1) {
    const isBefore = index === 0 || /\s|[([]/.test(text[index - 1] ?? '');
    const isAfter = index === text.length || /[\s.,;:!?)\]]/.test(text[index] ?? '');
    const isEdge = side === 'start' ? isBefore : isAfter && index > 0;
    if (isEdge && Math.abs(index - place) < Math.abs(best - place)) best = index;
  }
  return best;
}
