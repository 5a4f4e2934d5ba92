/** Longer names are no typing errors, and comparing them takes time. */
const maxLength = 64;

/**
 * The candidate that a mistyped name most likely stands for: one change for every three letters,
 * three at most. Dashes, capitals and camel case do not count as mistakes.
 *
 * @example
 * nearest('fullpage', ['full_page', 'format']); // 'full_page'
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length === 0 || name.length > maxLength) return undefined;
  const wanted = snakeCase(name);
  const bare = squashed(name);
  let limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  // Marks between the parts of a name are what people forget first.
  const same = squashedOf(candidates).indexOf(bare);
  if (same >= 0) return candidates[same];
  for (const candidate of candidates) {
    // Snake case is never shorter: most candidates need not be looked at.
    if (candidate.length > wanted.length + limit) continue;
    const distance = editDistance(wanted, snakeCase(candidate), limit);
    if (distance > limit || (distance === limit && best !== undefined)) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

/** A name without all that is neither letter nor digit, in lower case. */
export function squashed(name: string): string {
  return name.replace(/[^a-z0-9]+/gi, '').toLowerCase();
}

const squashedLists = new WeakMap<readonly string[], readonly string[]>();

/** The same list is asked about again for each wrong name of a request. */
function squashedOf(candidates: readonly string[]): readonly string[] {
  const known = squashedLists.get(candidates);
  if (known !== undefined) return known;
  const made = candidates.map(squashed);
  squashedLists.set(candidates, made);
  return made;
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/**
 * Damerau-Levenshtein distance with adjacent swaps (optimal string alignment), or any number above
 * `limit` as soon as it is clear that the distance is above it.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let twoUp: number[] = [];
  let up = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(up, j) + 1,
        at(row, j - 1) + 1,
        at(up, j - 1) + change,
        swapped ? at(twoUp, j - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...row) > limit) return limit + 1;
    [twoUp, up] = [up, row];
  }
  return at(up, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
