import type { Line } from './pdf-lines.ts';
import { numbersOf, type NumberInLine } from './page-numbers.ts';

/** A header or footer has at most so many lines. */
const maxLines = 3;
/** It is on so many pages, and on so large a share of them; in letters of a heading on more. */
const leastPages = 3;
const leastShare = 0.1;
const leastShareOfLarge = 0.5;
const large = 1.15;
/** Distance to the text, in heights of the letters, and in distances of the lines of the page. */
const leastGap = 1.5;
const widerThanUsual = 1.3;
/** Left and right pages have headers of their own, so the next one may be two pages on. */
const maxApart = 2;
/** The same place on two pages, in points. */
const samePlace = 6;

/** Text at one height of a page, in any column. */
interface Row {
  page: number;
  y: number;
  size: number;
  text: string;
  lines: Line[];
  numbers: readonly NumberInLine[];
}

/** The rows at the top or bottom of a page, the outermost first. */
interface Edge {
  side: 'top' | 'bottom';
  rows: readonly Row[];
  /** Distance from each row to the next one towards the text. */
  gaps: readonly number[];
  usualGap: number;
}

/** Lines without headers, footers and page numbers, and the number of those. */
export interface BodyLines {
  lines: Line[][];
  running: number;
}

/**
 * Removes headers, footers and page numbers: rows at the edges of pages, with a gap to the text,
 * that are the same on several pages or count the pages. Rows that differ in any other way are
 * text.
 * @param usualSize - height of the letters of the text
 */
export function withoutRunningLines(
  pages: readonly (readonly Line[])[],
  usualSize: number,
): BodyLines {
  const rows = pages.map(rowsOf);
  const edges = rows.map((own) => [edgeOf(own, 'top'), edgeOf(own, 'bottom')]);
  const isNumber = findPageNumbers(edges.flat(), pages.length, usualSize);
  const isSame = findSameRows(edges.flat(), rows, isNumber, usualSize);
  const removed = new Set(edges.flat().flatMap((edge) => runningRows(edge, isNumber, isSame)));
  const gone = new Set([...removed].flatMap(({ lines }) => lines));
  return {
    lines: pages.map((own) => own.filter((line) => !gone.has(line))),
    running: removed.size,
  };
}

function rowsOf(lines: readonly Line[]): Row[] {
  const rows: Row[] = [];
  const upright = lines.filter(({ cells }) => !cells.some(({ isAside }) => isAside));
  for (const line of upright.toSorted((a, b) => a.y - b.y)) {
    const last = rows.at(-1);
    if (last && line.y - last.y < 0.4 * Math.min(last.size, line.size)) {
      last.lines.push(line);
      last.size = Math.max(last.size, line.size);
    } else {
      const { page, y, size } = line;
      rows.push({ page, y, size, text: '', lines: [line], numbers: [] });
    }
  }
  return rows;
}

/** Reads the text of the rows that may be a header or footer; the other rows stay without. */
function edgeOf(rows: readonly Row[], side: Edge['side']): Edge {
  const gaps = rows.slice(1).map(({ y }, index) => y - rows[index]!.y);
  const usualGap = gaps.length < 4 ? 0 : gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
  const inwards = side === 'top' ? [rows, gaps] : [rows.toReversed(), gaps.toReversed()];
  // The rest of the page has a row at least.
  const max = Math.min(maxLines, gaps.length);
  const own = (inwards[0] as Row[]).slice(0, max);
  for (const row of own) readRow(row);
  return { side, rows: own, gaps: (inwards[1] as number[]).slice(0, max), usualGap };
}

function readRow(row: Row): void {
  if (row.text !== '') return;
  const cells = row.lines
    .flatMap((line) => line.cells)
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text.trim().replace(/\s+/g, ' '));
  row.text = cells.join(' ');
  row.numbers = numbersOf(cells);
}

/** Finds the rows with a number that is by as much larger on each page as the page is later. */
function findPageNumbers(
  edges: readonly Edge[],
  pages: number,
  usualSize: number,
): (row: Row) => boolean {
  const counts = new Map<string, { row: Row; rest: string }[]>();
  for (const { side, rows } of edges) {
    for (const row of rows.filter(({ size }) => size < large * usualSize)) {
      for (const { value, isRoman, rest } of row.numbers) {
        const ahead = value - row.page;
        if (pages === 2 && ahead !== 1) continue;
        const key = `${side} ${isRoman} ${ahead}`;
        if (!counts.has(key)) counts.set(key, []);
        counts.get(key)!.push({ row, rest });
      }
    }
  }
  const found = new Set<Row>();
  const least = Math.min(leastPages, Math.max(2, pages));
  for (const all of counts.values()) {
    for (const { row, rest } of all) {
      const near = all.filter((other) => Math.abs(other.row.y - row.y) <= samePlace);
      if (pagesOf(near.map((other) => other.row)) < least) continue;
      // What is beside the number on one page only may be text, such as a title with its number.
      const same = near.filter((other) => other.rest === rest);
      if (rest === '' || pagesOf(same.map((other) => other.row)) > 1) found.add(row);
    }
  }
  return (row) => found.has(row);
}

function pagesOf(rows: readonly Row[]): number {
  return new Set(rows.map(({ page }) => page)).size;
}

/** Finds the rows that are equal on pages that differ otherwise. */
function findSameRows(
  edges: readonly Edge[],
  pages: readonly (readonly Row[])[],
  isNumber: (row: Row) => boolean,
  usualSize: number,
): (row: Row) => boolean {
  const known = Map.groupBy(
    edges.flatMap((edge) => {
      const last = edge.rows.findLastIndex((_row, index) => isParted(edge, index));
      return edge.rows.slice(0, last + 1).map((row) => ({ side: edge.side, row }));
    }),
    ({ side, row }) => `${side} ${row.text}`,
  );
  const bodies = pages.map((rows) =>
    rows
      .filter((row) => !isNumber(row))
      .flatMap(({ lines }) => lines.map(({ text }) => text))
      .join('\n'),
  );
  const found = new Set<Row>();
  for (const group of known.values()) {
    const all = group
      .map(({ row }) => row)
      .filter(({ page }, index) =>
        [group[index - 1], group[index + 1]].some(
          (next) => next && Math.abs(next.row.page - page) <= maxApart,
        ),
      );
    for (const [y, own] of Map.groupBy(all, (row) => row.y)) {
      const near = all.filter((other) => Math.abs(other.y - y) <= samePlace);
      const different = new Set(near.map(({ page }) => bodies[page]));
      if (different.size < leastPages) continue;
      for (const row of own) {
        const share = row.size < large * usualSize ? leastShare : leastShareOfLarge;
        if (near.length >= Math.max(leastPages, share * pages.length)) found.add(row);
      }
    }
  }
  return (row) => found.has(row);
}

/** True if more space than between the lines of the text follows a row. */
function isParted({ rows, gaps, usualGap }: Edge, index: number): boolean {
  return gaps[index]! >= Math.max(leastGap * rows[index]!.size, widerThanUsual * usualGap);
}

/** The rows from the edge inwards that are a header or footer, up to a gap. */
function runningRows(
  edge: Edge,
  isNumber: (row: Row) => boolean,
  isSame: (row: Row) => boolean,
): Row[] {
  const { rows, gaps } = edge;
  const end = rows.findIndex((row) => !isNumber(row) && !isSame(row));
  const running = end < 0 ? rows : rows.slice(0, end);
  const last = running.findLastIndex((row, index) => {
    // Rows that count pages are no rows of a table, however far those are apart.
    const isCounting = running.slice(0, index + 1).every(isNumber);
    return isCounting ? gaps[index]! >= leastGap * row.size : isParted(edge, index);
  });
  return running.slice(0, last + 1);
}
