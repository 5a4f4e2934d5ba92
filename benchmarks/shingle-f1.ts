import { wordsOf } from './word-f1.ts';

const size = 4;

/**
 * Runs of four words that a text shares with the expected one, that only it has, and that it lacks:
 * shares of one.
 */
export interface Shingles {
  shared: number;
  extra: number;
  missing: number;
}

/** Compares the runs of four words of two texts. A text of fewer words is one run. */
export function compareShingles(text: string, wanted: string): Shingles {
  const got = shinglesOf(text);
  const truth = shinglesOf(wanted);
  const counts = { shared: 0, extra: 0, missing: 0 };
  for (const key of new Set([...got.keys(), ...truth.keys()])) {
    const own = got.get(key) ?? 0;
    const known = truth.get(key) ?? 0;
    counts.shared += Math.min(own, known);
    counts.extra += Math.max(0, own - known);
    counts.missing += Math.max(0, known - own);
  }
  const all = Math.max(1, counts.shared + counts.extra + counts.missing);
  return {
    shared: counts.shared / all,
    extra: counts.extra / all,
    missing: counts.missing / all,
  };
}

/**
 * F1 over pages, each of which counts as much as any other, as the Article Extraction Benchmark of
 * Zyte counts it.
 */
export function shingleF1(pages: readonly Shingles[]): number {
  const sum = (part: keyof Shingles) => pages.reduce((all, page) => all + page[part], 0);
  const shared = sum('shared');
  return (2 * shared) / (2 * shared + sum('extra') + sum('missing'));
}

function shinglesOf(text: string): Map<string, number> {
  const words = wordsOf(text);
  const runs = new Map<string, number>();
  for (let index = 0; index <= Math.max(0, words.length - size); index += 1) {
    const run = words.slice(index, index + size).join(' ');
    if (run !== '') runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}
