import type TurndownService from 'turndown';
import type { Conversion } from '../conversion.ts';
import { mark, marks } from '../marks.ts';
import { isLine } from './blank-lines.ts';
import { keptInLine } from './inline.ts';

/** More columns than this are no table for people. */
const maxColumns = 200;

/** GFM tables, in time linear in their size. Tables that only lay out a page become its blocks. */
export function addTableRules(turndown: TurndownService, conversion: Conversion): void {
  const { parts } = conversion;
  const layouts = new WeakMap<Node, boolean>();
  const isLayoutTable = (node: Element) => {
    const known = layouts.get(node) ?? isLayout(node, rowsOf(node));
    layouts.set(node, known);
    return known;
  };
  turndown.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement(content, node) {
      parts.set(node, content.trim());
      return '';
    },
  });
  turndown.addRule('row', { filter: ['tr', 'thead', 'tbody', 'tfoot'], replacement: () => '' });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => table(node, conversion, isLayoutTable),
  });
}

function table(
  node: Element,
  conversion: Conversion,
  isLayoutTable: (node: Element) => boolean,
): string {
  const { parts } = conversion;
  const rows = rowsOf(node);
  const caption = parts.get(
    [...node.children].find(({ nodeName }) => nodeName === 'CAPTION') ?? node,
  );
  const before = caption ? `\n\n${caption}` : '';
  const isOneColumn =
    node.getElementsByTagName('th').length === 0 &&
    rows.every((row) => row.filter((cell) => parts.get(cell)).length < 2);
  if (isOneColumn || isLayoutTable(node)) return `${before}\n\n${layout(rows, parts)}\n\n`;
  if (isNested(node, isLayoutTable)) {
    const lines = rows.map((row) =>
      row
        .map((cell) => parts.get(cell) ?? '')
        .filter(Boolean)
        .join(' '),
    );
    return `\n\n${lines.filter(Boolean).join('\n\n')}\n\n`;
  }
  return `${before}\n\n${grid(rows, conversion)}\n\n`;
}

/** The rows, head first, as a browser shows them. */
function rowsOf(node: Element): Element[][] {
  const sections = [...node.children];
  const order = ['THEAD', 'TR', 'TBODY', 'TFOOT'];
  const rank = ({ nodeName }: Element) => (nodeName === 'THEAD' ? 0 : nodeName === 'TFOOT' ? 2 : 1);
  const rows = sections
    .filter(({ nodeName }) => order.includes(nodeName))
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((section) => (section.nodeName === 'TR' ? [section] : [...section.children]));
  return rows
    .filter(({ nodeName }) => nodeName === 'TR')
    .map((row) => [...row.children].filter(({ nodeName }) => /^T[DH]$/.test(nodeName)));
}

/** Returns whether a table has no meaning as a table. */
function isLayout(node: Element, rows: readonly Element[][]): boolean {
  if (/^(presentation|none)$/.test(node.getAttribute('role') ?? '')) return true;
  if (node.getElementsByTagName('th').length > 0) {
    if (rows.every((row) => row.length < 2)) return rows.length < 2;
    const cells = rows.flat().filter(({ nodeName }) => nodeName === 'TD');
    return cells.length > 0 && cells.filter(holdsHeading).length * 2 >= cells.length;
  }
  if (rows.every((row) => row.length < 2)) return true;
  if ([...node.children].some(({ nodeName }) => nodeName === 'CAPTION')) return false;
  // One row says nothing of what its columns are.
  if (rows.length === 1) return true;
  return rows.flat().some(holdsLargeParts);
}

function holdsLargeParts(cell: Element): boolean {
  return holdsHeading(cell) || holds(cell, 'table', 'blockquote');
}

function holdsHeading(cell: Element): boolean {
  return holds(cell, 'h1', 'h2', 'h3');
}

function holds(cell: Element, ...names: string[]): boolean {
  return names.some((name) => cell.getElementsByTagName(name).length > 0);
}

/** Returns whether the table is in a cell of one that is written as a table. */
function isNested(node: Element, isLayoutTable: (node: Element) => boolean): boolean {
  for (let parent = node.parentNode; parent; parent = parent.parentNode) {
    if (parent.nodeName === 'TABLE' && !isLayoutTable(parent as Element)) return true;
  }
  return false;
}

function layout(rows: readonly Element[][], parts: WeakMap<Node, string>): string {
  return rows
    .map((row) => {
      const cells = row.map((cell) => parts.get(cell) ?? '').filter(Boolean);
      return cells.join(cells.every(isLine) ? ' ' : '\n\n');
    })
    .filter(Boolean)
    .join('\n\n');
}

function grid(rows: readonly Element[][], { parts, verbatim }: Conversion): string {
  const open: number[] = [];
  const lines = rows
    .map((row) => placed(row, open, (cell) => inCell(parts.get(cell) ?? '', verbatim)))
    .filter((cells) => cells.some(Boolean));
  const columns = Math.max(0, ...lines.slice(0, 10_000).map((cells) => cells.length));
  if (columns === 0) return '';
  const [firstRow = []] = rows;
  const hasHead =
    firstRow[0]?.parentNode?.parentNode?.nodeName === 'THEAD' ||
    (firstRow.length > 0 && firstRow.every(({ nodeName }) => nodeName === 'TH'));
  const head = hasHead && lines.length > 0 ? (lines.shift() ?? []) : [];
  const write = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const rules = alignments(rows, columns);
  return [write(head), `| ${rules.join(' | ')} |`, ...lines.map(write)].join('\n');
}

/** Puts cells into columns: those that reach over several leave the others empty. */
function placed(
  row: readonly Element[],
  open: number[],
  write: (cell: Element) => string,
): string[] {
  const cells: string[] = [];
  const skipOpen = () => {
    while ((open[cells.length] ?? 0) > 0) {
      open[cells.length] = (open[cells.length] ?? 0) - 1;
      cells.push('');
    }
  };
  for (const cell of row) {
    skipOpen();
    const width = span(cell, 'colspan');
    const height = span(cell, 'rowspan');
    for (let index = 0; index < width && cells.length < maxColumns; index += 1) {
      open[cells.length] = height - 1;
      cells.push(index === 0 ? write(cell) : '');
    }
  }
  skipOpen();
  return cells;
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return value >= 1 && value <= 1000 ? value : 1;
}

function alignments(rows: readonly Element[][], columns: number): string[] {
  const rules: Record<string, string> = { left: ':--', center: ':-:', right: '--:' };
  const sample = rows.find((row) => row.some((cell) => cell.hasAttribute('align'))) ?? [];
  return Array.from(
    { length: columns },
    (_, index) => rules[(sample[index]?.getAttribute('align') ?? '').toLowerCase()] ?? '---',
  );
}

/** The content of a cell on one line. */
function inCell(content: string, verbatim: readonly string[]): string {
  const text = keptInLine(content, verbatim, '<br>')
    .replace(new RegExp(`^[> ]*${marks.gap}\\n|${marks.gap}`, 'gm'), '')
    .replace(/^[ >]*(?:#{1,6} |---$)/gm, '')
    .replace(/^(?:> ?)+/gm, '')
    .replace(/ *\n\s*/g, '<br>')
    .replaceAll('|', '\\|')
    .replaceAll(mark('|'), '\\|');
  let end = text.length;
  while (text.endsWith('<br>', end)) end -= '<br>'.length;
  return text.slice(0, end);
}
