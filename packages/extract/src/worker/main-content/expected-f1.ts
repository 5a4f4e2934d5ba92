import type { Block } from './page-blocks.ts';

/**
 * Returns the amount to add to all log odds of a page. F1 is highest if blocks are included from a
 * probability of half of the expected F1 on, so more text is included of a page whose content is
 * hard to find (Lipton and others, 2014, "Optimal thresholding of classifiers to maximize F1").
 */
export function expectedBias(blocks: readonly Block[], odds: ArrayLike<number>): number {
  const likely = blocks
    .map(({ index, words }) => ({ chance: 1 / (1 + Math.exp(-(odds[index] ?? 0))), words }))
    .toSorted((a, b) => b.chance - a.chance);
  const wanted = likely.reduce((sum, { chance, words }) => sum + chance * words, 0);
  let right = 0;
  let all = 0;
  let best = 0;
  for (const { chance, words } of likely) {
    right += chance * words;
    all += words;
    best = Math.max(best, all + wanted === 0 ? 0 : (2 * right) / (all + wanted));
  }
  const threshold = Math.max(0.05, best / 2);
  return Math.log((1 - threshold) / threshold);
}
