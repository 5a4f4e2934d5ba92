import { pageRanges } from '@tintype/contract';

/**
 * Returns the first page of a range that is completely beyond the document, given the number of
 * printed pages. A range that only ends beyond it is truncated, as printers do.
 */
export function pageBeyond(ranges: string, printed: number): number | undefined {
  const wanted = pageRanges(ranges);
  if (typeof wanted === 'string') return undefined;
  const sorted = wanted.toSorted((a, b) => a.from - b.from);
  let left = printed;
  let reached = 0;
  for (const { from, to = Infinity } of sorted) {
    if (to <= reached) continue;
    if (left === 0) return from > reached ? from : undefined;
    const first = Math.max(from, reached + 1);
    const taken = Math.min(left, to - first + 1);
    left -= taken;
    reached = first + taken - 1;
  }
  return undefined;
}
