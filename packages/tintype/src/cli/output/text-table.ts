import { oneLine } from './terminal.ts';

/** Formats rows in aligned columns. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(oneLine));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  );
  return cells
    .map((row) => `${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns a time in UTC, or `-` without one. */
export function instant(at: number | undefined, unit: 'minutes' | 'seconds' = 'seconds'): string {
  if (at === undefined) return '-';
  return `${new Date(at).toISOString().slice(0, unit === 'minutes' ? 16 : 19)}Z`;
}
