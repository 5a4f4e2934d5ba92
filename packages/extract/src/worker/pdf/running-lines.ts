import type { Line } from './pdf-lines.ts';

/** So many lines at the top of a page, and at its bottom, can be a header or a footer. */
const margin = 2;
/** A header or footer stands on so many pages, and on so large a share of them. */
const leastPages = 3;
const leastShare = 0.1;

/** The lines of all pages without headers, footers and numbers of pages. */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const edges = pages.map(edgeLines);
  const known = new Map<string, number>();
  for (const lines of edges) {
    for (const key of new Set([...lines].map(keyOf))) known.set(key, (known.get(key) ?? 0) + 1);
  }
  const least = Math.max(leastPages, pages.length * leastShare);
  const isNumbered = findNumbering(edges);
  return pages.map((lines, index) =>
    lines.filter((line) => {
      if (!edges[index]?.has(line)) return true;
      const isNumber = pages.length > 1 && pageNumber.test(line.text);
      return !isNumber && !isNumbered(line) && (known.get(keyOf(line)) ?? 0) < least;
    }),
  );
}

/** A header of a chapter comes on few pages, but has the number of its page before or after it. */
function findNumbering(edges: readonly ReadonlySet<Line>[]): (line: Line) => boolean {
  const counts = new Map<string, number>();
  for (const lines of edges) {
    for (const key of new Set([...lines].flatMap(numberingOf))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const least = Math.max(leastPages, edges.length * 0.3);
  return (line) => numberingOf(line).some((key) => (counts.get(key) ?? 0) >= least);
}

/** Where a line has a number, and by how much it differs from the place of the page. */
function numberingOf({ text, y, page }: Line): string[] {
  const [, before, after] = /^(?:(\d{1,4})\s+\D.*|.*\D\s(\d{1,4}))$/.exec(text) ?? [];
  const number = before ?? after;
  return number === undefined ? [] : [`${Math.round(y / 6)} ${Number(number) - page}`];
}

const pageNumber =
  /^(?:page |p\. ?)?[-–—|]? ?(?:\d{1,4}|[ivxl]{1,7}) ?(?:(?:of|\/) ?\d{1,4})? ?[-–—|]?$/i;

function edgeLines(lines: readonly Line[]): Set<Line> {
  const sorted = lines.toSorted((a, b) => a.y - b.y);
  return new Set([...sorted.slice(0, margin), ...sorted.slice(-margin)]);
}

/** The same text with another number is the same header. */
function keyOf({ text, y }: Line): string {
  return `${Math.round(y / 6)} ${text.replace(/\d+/g, '#').slice(0, 200)}`;
}
