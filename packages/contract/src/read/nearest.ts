import { oncePer } from './once-per.ts';

/** Longer names are no typing errors, and comparing them is slow. */
const maxLength = 64;

/**
 * Returns the candidate nearest to a mistyped name: one change for every three letters, three at
 * most. Dashes, capitals and camel case do not count as mistakes.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length === 0 || name.length > maxLength) return undefined;
  const wanted = snakeCase(name);
  const bare = squashed(name);
  let limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  // Separators between words are the most common omission.
  const prepared = preparedOf(candidates);
  const same = prepared.squashed.indexOf(bare);
  if (same >= 0) return candidates[same];
  for (const [index, written] of prepared.snake.entries()) {
    const distance = editDistance(wanted, written, limit);
    if (distance > limit || (distance === limit && best !== undefined)) continue;
    best = candidates[index];
    limit = distance;
  }
  return best;
}

/** Returns the letters and digits of a name, in lower case. */
export function squashed(name: string): string {
  return name.replace(/[^a-z0-9]+/gi, '').toLowerCase();
}

/** Prepares a list of candidates once: it is searched for each wrong name of a request. */
const preparedOf = oncePer((candidates: readonly string[]) => ({
  squashed: candidates.map(squashed),
  snake: candidates.map(snakeCase),
}));

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** Returns the Damerau-Levenshtein distance with adjacent swaps, or any number above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  // Three rows of numbers: a request may have many wrong names, and each is compared with all.
  let [twoUp, up, row] = rows(b.length + 1);
  for (let j = 0; j <= b.length; j += 1) up[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const code = a.charCodeAt(i - 1);
      let cost = up[j - 1]! + (code === b.charCodeAt(j - 1) ? 0 : 1);
      cost = Math.min(cost, up[j]! + 1, row[j - 1]! + 1);
      const isSwap =
        i > 1 &&
        j > 1 &&
        code === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwap) cost = Math.min(cost, twoUp[j - 2]! + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    [twoUp, up, row] = [up, row, twoUp];
  }
  return up[b.length]!;
}

function rows(length: number): [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(length), new Uint8Array(length), new Uint8Array(length)];
}
