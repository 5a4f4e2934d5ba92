import type { Line } from './pdf-lines.ts';

/** A table has at least so many rows. */
const leastRows = 3;

/** Text, or rows of a table. */
export type Part = { kind: 'text' | 'table'; lines: Line[] };

/** Parts lines into tables, which are rows of cells one below the other, and what is none. */
export function partTables(lines: readonly Line[]): Part[] {
  const parts: Part[] = [];
  const text = (line: Line) => {
    const last = parts.at(-1);
    if (last?.kind === 'text') last.lines.push(line);
    else parts.push({ kind: 'text', lines: [line] });
  };
  for (let index = 0; index < lines.length;) {
    const end = endOfTable(lines, index);
    if (end - index >= leastRows) parts.push({ kind: 'table', lines: lines.slice(index, end) });
    else for (const line of lines.slice(index, end)) text(line);
    index = end;
  }
  return parts;
}

function endOfTable(lines: readonly Line[], from: number): number {
  const first = lines[from]!;
  let end = from + 1;
  if (first.cells.length < 2 || first.isMono) return end;
  while (end < lines.length && isRowBelow(first, lines[end]!)) end += 1;
  return end;
}

function isRowBelow(first: Line, line: Line): boolean {
  if (line.page !== first.page || line.run !== first.run) return false;
  if (line.cells.length !== first.cells.length) return false;
  return line.cells.every((cell, column) => {
    const above = first.cells[column]!;
    const middles = (cell.x + cell.right - above.x - above.right) / 2;
    const off = Math.min(
      Math.abs(cell.x - above.x),
      Math.abs(cell.right - above.right),
      Math.abs(middles),
    );
    return off < line.size;
  });
}
