import { marks, unmarked } from './marks.ts';

const whitespace = /[\s\u00a0]/;
const punctuation = /[\p{P}\p{S}]/u;

/** The character as the reader of the Markdown will see it. */
export function shownChar(char: string | undefined): string {
  if (char === marks.linkEnd) return ')';
  if (char === marks.code) return '`';
  return char === undefined ? '' : (unmarked(char) ?? char);
}

/** Returns whether emphasis between these characters can open and close (CommonMark 0.31, 6.2). */
export function flanking(before: string, after: string): { left: boolean; right: boolean } {
  const spaceBefore = before === '' || whitespace.test(before);
  const spaceAfter = after === '' || whitespace.test(after);
  const punctBefore = !spaceBefore && punctuation.test(before);
  const punctAfter = !spaceAfter && punctuation.test(after);
  return {
    left: !spaceAfter && (!punctAfter || spaceBefore || punctBefore),
    right: !spaceBefore && (!punctBefore || spaceAfter || punctAfter),
  };
}
