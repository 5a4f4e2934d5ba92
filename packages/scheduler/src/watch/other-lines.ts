import type { Hunk, TextComparison } from '@tintype/compare';
import type { LineRange } from './assessment.ts';
import { isOtherLine } from './noise-of-hunks.ts';

/** Returns the lines of the later text that are other ones, of two loads of a page. */
export function otherLines(hunks: readonly Hunk[]): LineRange[] {
  return hunks.flatMap((hunk) => {
    const [start, end] = rangeOf(hunk);
    if (start === end) return [[start, end] as const];
    const added = hunk.lines.filter(({ type }) => type === 'added');
    return added.flatMap((line, at) =>
      isOtherLine(line) ? [[start + at, start + at + 1] as const] : [],
    );
  });
}

/**
 * Leaves out these lines of the later text. Beside them, lines do not count that were only removed,
 * are blank, or moved: lists of changing length have them.
 */
export function withoutLines(
  { changed, added, removed, hunks }: TextComparison,
  others: readonly LineRange[],
): Pick<TextComparison, 'changed' | 'added' | 'removed' | 'diff'> {
  const kept = hunks.flatMap((hunk) => {
    const lines = commonLines(hunk, others);
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
  const count = (type: 'added' | 'removed') =>
    kept.flatMap(({ lines }) => lines).filter((line) => line.type === type).length;
  const [more, less] = [count('added'), count('removed')];
  const texts = kept.map(({ before, after, lines }) => {
    const signed = lines.map(({ type, text }) => `${type === 'added' ? '+' : '-'}${text}\n`);
    return `@@ -${before} +${after} @@\n${signed.join('')}`;
  });
  const share = (more + less) / Math.max(1, added + removed);
  return { changed: changed * share, added: more, removed: less, diff: texts.join('') };
}

function commonLines(hunk: Hunk, others: readonly LineRange[]): Hunk['lines'] {
  const [start, end] = rangeOf(hunk);
  const near = others.filter(([from, to]) => start <= to && from <= end);
  if (near.length === 0) return hunk.lines;
  const removed = new Set(hunk.lines.flatMap(({ type, text }) => (type === 'removed' ? text : [])));
  const added = hunk.lines
    .filter(({ type }) => type === 'added')
    .map((line, at) => ({ ...line, at: start + at }));
  const common = added.filter(
    ({ text, at }) =>
      text.trim() !== '' && !removed.has(text) && !near.some(([from, to]) => from <= at && at < to),
  );
  return common.map(({ at: _at, ...line }) => line);
}

function rangeOf({ after, lines }: Hunk): LineRange {
  return [after, after + lines.filter(({ type }) => type === 'added').length];
}
