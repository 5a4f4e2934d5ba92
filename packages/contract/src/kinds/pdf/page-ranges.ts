/** Range of pages; without `to`, up to the last page. */
export interface PageRange {
  from: number;
  to?: number;
}

/** Parses page ranges (`1-3, 5, 8-`), or returns the problem of the first invalid one. */
export function pageRanges(text: string): PageRange[] | string {
  const ranges: PageRange[] = [];
  for (const part of text.split(',')) {
    const range = rangeOf(part.trim());
    if (typeof range === 'string') return range;
    ranges.push(range);
  }
  return ranges;
}

function rangeOf(part: string): PageRange | string {
  if (part === '') return 'one is empty';
  const match = /^([0-9]{0,6})(?:\s*(-)\s*([0-9]{0,6}))?$/.exec(part);
  const [, first = '', dash, last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return `${JSON.stringify(part)} is none`;
  const from = first === '' ? 1 : Number(first);
  const to = last === '' ? (dash === undefined ? from : undefined) : Number(last);
  if (from < 1 || to === 0) return `${JSON.stringify(part)} starts before page 1`;
  if (to !== undefined && to < from) return `${JSON.stringify(part)} ends before it starts`;
  return to === undefined ? { from } : { from, to };
}

/** Returns ranges in their canonical form. */
export function writePageRanges(ranges: readonly PageRange[]): string {
  return ranges.map(({ from, to }) => (to === from ? `${from}` : `${from}-${to ?? ''}`)).join(',');
}
