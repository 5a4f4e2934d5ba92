import type { Piece } from './pdf-text.ts';

/** A line: pieces beside each other, from where reading starts. */
export interface Line {
  /** More than one where wide gaps part them: cells of a row. */
  cells: Piece[];
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  font: string;
  isMono: boolean;
  /** From 0. */
  page: number;
  /** Counts what is read as one column. */
  run: number;
}

/** A column has at least so many lines. */
const leastLines = 4;
/** And so many letters in a line, where it is text and not a column of a table. */
const leastLetters = 14;
/** And its lines fill so much of it. */
const leastFilled = 0.5;

/** The lines of a page in reading order: columns one after the other. */
export function readLines(pieces: readonly Piece[], page: number): Line[] {
  const sorted = pieces
    .filter(({ isAside }) => !isAside)
    .toSorted((a, b) => a.y - b.y || a.x - b.x);
  const asides = pieces.filter(({ isAside }) => isAside);
  const runs = [...orderedRuns(sorted, 0), ...asides.map((piece) => [piece])];
  return runs.flatMap((own, run) => linesOf(own, page, run));
}

/** Maximum depth of nested columns. */
const maxColumns = 5;

function orderedRuns(pieces: readonly Piece[], depth: number): Piece[][] {
  const gutter = depth < maxColumns ? findGutter(pieces) : undefined;
  if (gutter === undefined) return [[...pieces]];
  const runs: Piece[][] = [];
  let left: Piece[] = [];
  let right: Piece[] = [];
  let whole: Piece[] = [];
  const flush = () => {
    if (areColumns(left, right)) {
      if (whole.length > 0) runs.push(whole);
      runs.push(...orderedRuns(left, depth + 1), ...orderedRuns(right, depth + 1));
      whole = [];
    } else {
      whole.push(...[...left, ...right].toSorted((a, b) => a.y - b.y || a.x - b.x));
    }
    left = [];
    right = [];
  };
  for (const piece of pieces) {
    if (piece.right <= gutter) left.push(piece);
    else if (piece.x >= gutter - 1) right.push(piece);
    else {
      flush();
      whole.push(piece);
    }
  }
  flush();
  if (whole.length > 0) runs.push(whole);
  return runs;
}

/** Returns the left edge of the right column, if any: the edge with most lines on both sides. */
function findGutter(pieces: readonly Piece[]): number | undefined {
  const edges = new Map<number, number>();
  for (const { x } of pieces) {
    const edge = Math.round(x / 2) * 2;
    edges.set(edge, (edges.get(edge) ?? 0) + 1);
  }
  const candidates = [...edges]
    .filter(([, count]) => count >= leastLines)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 12);
  let best: number | undefined;
  let max = 0;
  for (const [edge] of candidates) {
    const at = edge - 1;
    const left = pieces.filter(({ right }) => right <= at);
    const right = pieces.filter(({ x }) => x >= at - 1);
    const score = Math.min(left.length, right.length);
    if (score <= max || !areColumns(left, right)) continue;
    max = score;
    best = at;
  }
  return best;
}

function areColumns(left: readonly Piece[], right: readonly Piece[]): boolean {
  return isColumn(left) && isColumn(right);
}

function isColumn(pieces: readonly Piece[]): boolean {
  if (pieces.length < leastLines) return false;
  const width =
    pieces.reduce((max, { right }) => Math.max(max, right), -Infinity) -
    pieces.reduce((least, { x }) => Math.min(least, x), Infinity);
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const filled = pieces.reduce((sum, { x, right }) => sum + right - x, 0);
  return letters / pieces.length >= leastLetters && filled / pieces.length >= leastFilled * width;
}

function linesOf(pieces: readonly Piece[], page: number, run: number): Line[] {
  const rows: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isSame = first && Math.abs(piece.y - first.y) < 0.4 * Math.min(first.size, piece.size);
    if (row && isSame) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => lineOf(row, page, run));
}

function lineOf(row: readonly Piece[], page: number, run: number): Line {
  const isRtl = row.filter((piece) => piece.isRtl).length * 2 > row.length;
  const cells = row.toSorted((a, b) => (isRtl ? b.right - a.right : a.x - b.x));
  const main = cells.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    cells,
    text: cells
      .map(({ text }) => text.trim())
      .join(' ')
      .replace(/\s+/g, ' '),
    x: cells.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: cells.reduce((max, { right }) => Math.max(max, right), -Infinity),
    y: main.y,
    size: main.size,
    font: main.font,
    isMono: cells.every(({ isMono }) => isMono),
    page,
    run,
  };
}
