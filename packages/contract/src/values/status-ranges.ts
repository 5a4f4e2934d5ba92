export interface StatusRange {
  from: number;
  to: number;
}

/** Parses `404, 500-599` or `4xx` to merged ranges in rising order, or returns the problem. */
export function statusRanges(text: string): StatusRange[] | string {
  const ranges: StatusRange[] = [];
  for (const part of text.split(',')) {
    const range = rangeOf(part.trim());
    if (typeof range === 'string') return range;
    ranges.push(range);
  }
  return joined(ranges);
}

function rangeOf(part: string): StatusRange | string {
  if (part === '') return 'one is empty';
  const wanted = /^([1-5])xx$/i.exec(part)?.[1];
  if (wanted !== undefined) return { from: Number(wanted) * 100, to: Number(wanted) * 100 + 99 };
  const [, first = '', last = first] = /^([0-9]{3})(?:\s*-\s*([0-9]{3}))?$/.exec(part) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === '') return `${JSON.stringify(part)} is none`;
  if (from < 100 || to > 599) return `${JSON.stringify(part)} is not within 100 to 599`;
  return to < from ? `${JSON.stringify(part)} ends before it starts` : { from, to };
}

function joined(ranges: readonly StatusRange[]): StatusRange[] {
  const all: StatusRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const before = all.at(-1);
    if (before !== undefined && range.from <= before.to + 1) {
      before.to = Math.max(before.to, range.to);
    } else {
      all.push({ ...range });
    }
  }
  return all;
}

/** Returns the canonical form of ranges: `404,500-599`. */
export function writeStatusRanges(ranges: readonly StatusRange[]): string {
  return ranges.map(({ from, to }) => (to === from ? `${from}` : `${from}-${to}`)).join(',');
}
