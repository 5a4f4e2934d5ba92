import { marks } from '../marks.ts';
import { codeSpan } from './inline.ts';

const kept = new RegExp(`${marks.verbatim}(\\d+)${marks.verbatim}`, 'g');

/** A text with its listings and formulas written in its lines, for places that hold no block. */
export function keptInLine(text: string, verbatim: readonly string[], lineBreak: string): string {
  return text.replace(kept, (_whole, index: string) => {
    // Without its first and last line.
    const lines = (verbatim[Number(index)] ?? '').split('\n').slice(1, -1);
    if (verbatim[Number(index)]?.startsWith('$$')) return `$${lines.join(' ')}$`;
    return lines.map((line) => codeSpan(line)).join(lineBreak);
  });
}
