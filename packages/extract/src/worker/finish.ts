import { escapeSpecials } from './escape-specials.ts';
import { marks } from './marks.ts';
import { placeEmphasis } from './place-emphasis.ts';
import { fenceCode, keptInLine } from './rules/inline.ts';

/** The part before the text of a line: quotes, indents, list markers, a heading's signs. */
const prefixPattern = /^(?:> ?| +|[-*] |\d{1,9}[.)] )*(?:#{1,6} )?(?:\[[ x]\] )?/;

/** Spaces before the end of a block are no line break. */
const trailing = new RegExp(`[ \\t]+(?=\\n\\n|\\n?$|\\n[> ]*${marks.gap})`, 'g');

const verbatimPattern = new RegExp(`^${marks.verbatim}(\\d+)${marks.verbatim}$`);

/** Turns marked Markdown into text: backslashes, emphasis, listings, blank lines. */
export function finish(marked: string, verbatim: readonly string[]): string {
  const lines = marked.replace(trailing, '').split('\n');
  const out: string[] = [];
  let block: Line[] = [];
  const flush = () => {
    if (block.length > 0) for (const line of finishBlock(block)) out.push(line);
    block = [];
  };
  for (const text of lines) {
    const [prefix = ''] = prefixPattern.exec(text) ?? [];
    const own = text.slice(prefix.length);
    const kept = verbatimPattern.exec(own)?.[1];
    const rest = own === marks.gap ? '' : kept === undefined ? keptInLine(own, verbatim, ' ') : own;
    const startsBlock =
      rest === '' ||
      kept !== undefined ||
      /[^> ]/.test(prefix) ||
      rest.startsWith('| ') ||
      isApart(prefix, block.at(-1)?.prefix ?? prefix);
    if (startsBlock) flush();
    if (kept !== undefined) {
      out.push(indentedBy(prefix, verbatim[Number(kept)] ?? ''));
    } else if (rest === '') {
      const line = prefix.trimEnd();
      if (line !== '' || out.at(-1) !== '') out.push(line);
    } else if (rest.startsWith('| ')) {
      out.push(prefix + finishRow(rest));
    } else {
      block.push({ prefix, rest });
    }
  }
  flush();
  return `${out.join('\n').trim()}\n`.replace(/^\n$/, '');
}

interface Line {
  prefix: string;
  rest: string;
}

/** Returns whether a line does not continue the one before: a heading, or another quote. */
function isApart(prefix: string, before: string): boolean {
  const depth = (text: string) => text.split('>').length;
  return /#{1,6} $/.test(before) || depth(prefix) !== depth(before);
}

/** Lines that are read together: emphasis can begin on one and end on another. */
function finishBlock(block: readonly Line[]): string[] {
  const isHeading = /#{1,6} $/.test(block[0]?.prefix ?? '');
  const text = placeEmphasis(block.map(({ rest }) => rest).join('\n'));
  const isItem = /(?:[-*]|\d[.)]) $/.test(block[0]?.prefix ?? '');
  return fenceCode(escapeSpecials(text, { isHeading, isItem, isCell: false }))
    .split('\n')
    .map((line, index) => (block[index]?.prefix ?? '') + line);
}

const cellContext = { isHeading: false, isItem: false, isCell: true };

function finishRow(row: string): string {
  return row
    .split(/(?<!\\)( \| |^\| | \|$)/)
    .map((cell) =>
      /^ ?\| ?$/.test(cell) ? cell : fenceCode(escapeSpecials(placeEmphasis(cell), cellContext)),
    )
    .join('');
}

/** Every line of a listing at the place of its first; list markers do not come again. */
function indentedBy(prefix: string, text: string): string {
  const next = prefix.replace(/[^>\s]/g, ' ');
  return text
    .split('\n')
    .map((line, index) => (line === '' ? next.trimEnd() : (index === 0 ? prefix : next) + line))
    .join('\n');
}
