import { diffArrays } from 'diff';

/** A page before it is compared. */
export interface PageKey {
  /** Equal for pages that look alike. */
  key: string;
  words: ReadonlySet<string>;
}

/** Numbers of two pages, from 0; or of one that only one document has. */
export interface PagePair {
  before?: number;
  after?: number;
}

/** Share of words that two versions of a page have in common. */
const leastSimilarity = 0.25;
/** Similarity of pages without text, such as scanned ones. */
const unknownSimilarity = 0.3;

/** Pairs the pages of two documents in order: inserted and removed ones move the rest. */
export function pairPages(before: readonly PageKey[], after: readonly PageKey[]): PagePair[] {
  const pairs: PagePair[] = [];
  let [old, now] = [0, 0];
  const parts = diffArrays(keysOf(before), keysOf(after));
  let gap = { old, now };
  const closeGap = () => {
    const words = pairByWords(before.slice(gap.old, old), after.slice(gap.now, now), gap);
    pairs.push(...pairByPlace(words));
  };
  for (const { added, removed, count } of parts) {
    if (added || removed) {
      if (!added) old += count;
      if (!removed) now += count;
      continue;
    }
    closeGap();
    for (let at = 0; at < count; at += 1) pairs.push({ before: old + at, after: now + at });
    old += count;
    now += count;
    gap = { old, now };
  }
  closeGap();
  return pairs;
}

function keysOf(pages: readonly PageKey[]): string[] {
  return pages.map(({ key }) => key);
}

/** The pairs in one order that have the most in common (Needleman and Wunsch). */
function pairByWords(
  before: readonly PageKey[],
  after: readonly PageKey[],
  first: { old: number; now: number },
): PagePair[] {
  const columns = after.length + 1;
  const best = new Float64Array((before.length + 1) * columns);
  const similarity = before.map((page) => after.map((other) => similarityOf(page, other)));
  const at = (row: number, column: number) => best[row * columns + column] as number;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const paired = (similarity[row]?.[column] ?? 0) + at(row + 1, column + 1);
      best[row * columns + column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: PagePair[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const common = similarity[row]?.[column] ?? 0;
    if (common > 0 && at(row, column) === common + at(row + 1, column + 1)) {
      pairs.push({ before: first.old + row, after: first.now + column });
      row += 1;
      column += 1;
    } else if (row < before.length && at(row, column) === at(row + 1, column)) {
      pairs.push({ before: first.old + row });
      row += 1;
    } else {
      pairs.push({ after: first.now + column });
      column += 1;
    }
  }
  return pairs;
}

/**
 * Pairs the rest by place, if both documents have the same number of pages between two pairs: a
 * page of few words has none in common with its later version.
 */
function pairByPlace(pairs: readonly PagePair[]): PagePair[] {
  const placed: PagePair[] = [];
  let run: PagePair[] = [];
  const closeRun = () => {
    const old = run.flatMap(({ before }) => before ?? []);
    const now = run.flatMap(({ after }) => after ?? []);
    const isEven = old.length === now.length;
    placed.push(...(isEven ? old.map((before, at) => ({ before, after: now[at]! })) : run));
    run = [];
  };
  for (const pair of pairs) {
    if (pair.before === undefined || pair.after === undefined) run.push(pair);
    else {
      closeRun();
      placed.push(pair);
    }
  }
  closeRun();
  return placed;
}

/** Share of common words; 0 for pages that are no versions of one page. */
function similarityOf({ words: one }: PageKey, { words: other }: PageKey): number {
  if (one.size === 0 && other.size === 0) return unknownSimilarity;
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  const share = common / (one.size + other.size - common);
  return share >= leastSimilarity ? share : 0;
}
