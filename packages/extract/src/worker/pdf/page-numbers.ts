/** A number in a line that may be that of its page. */
export interface NumberInLine {
  value: number;
  isRoman: boolean;
  /** The line without the number. */
  rest: string;
}

const pageWords =
  'pages?|pp?\\.|pg\\.?|seite|s\\.|blatt|página|pagina|pág\\.?|pag\\.?|sida|side|strona|stránka|oldal|sivu|sayfa|стр\\.?|страница|第|folio';
const ofWords = 'of|/|von|sur|de|di|van|av|af|z|из|\\|';
const number = '(\\d{1,5}|[ivxlc]{1,8})';
/** The total is part of the rest: it is the same on all pages. */
const patterns = [
  new RegExp(`^[-–—|·•([\\s]*${number}[-–—|·•)\\].\\s]*$`, 'diu'),
  new RegExp(`(?:^|[^\\p{L}])(?:${pageWords})\\s*[:#]?\\s*${number}(?![\\p{L}\\p{N}])`, 'diu'),
  new RegExp(`(?:^|\\s)${number}\\s?(?:${ofWords})\\s?\\d{1,5}$`, 'diu'),
  new RegExp(`^${number}\\s?(?:${ofWords})\\s?\\d{1,5}\\s`, 'diu'),
  new RegExp(`\\s[-–—|·•]\\s${number}$`, 'diu'),
  new RegExp(`^${number}\\s[-–—|·•]\\s`, 'diu'),
];

/** A header or footer has no more parts, and no longer ones. */
const maxCells = 8;
const longestCell = 200;

/** A number behind such a label counts something other than pages. */
const otherLabel = /(?:[:#№]|\b(?:no|nr|num|number|nummer|numéro|n°|id)\.?)\s*$/iu;

/** Numbers of a line that may count pages: alone in a cell, after a word, before a total. */
export function numbersOf(cells: readonly string[]): NumberInLine[] {
  if (cells.length > maxCells) return [];
  return cells.flatMap((whole, index) => {
    const cell = whole.slice(0, longestCell);
    const label = cells[index - 1] ?? '';
    return patterns.flatMap((pattern) => {
      const found = pattern.exec(cell);
      const written = found?.[1];
      const [from, to] = found?.indices?.[1] ?? [0, 0];
      if (written === undefined || otherLabel.test(label)) return [];
      const value = /\d/.test(written) ? Number(written) : romanValue(written.toLowerCase());
      if (value === undefined) return [];
      const others = cells.with(index, cell.slice(0, from) + cell.slice(to));
      const rest = others.join(' ').replace(/\s+/g, ' ').trim();
      return [{ value, isRoman: !/\d/.test(written), rest }];
    });
  });
}

const digits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanValue(text: string): number | undefined {
  if (!/^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return undefined;
  const values = [...text].map((letter) => digits[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}
