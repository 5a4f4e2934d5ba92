import { describeBlocks, featureNames } from './block-features.ts';
import { groupBlocks } from './block-groups.ts';
import { readTokens, tokenKinds } from './block-tokens.ts';
import { contextNames, describeContext } from './context-features.ts';
import { logOdds, type Forest } from './forest.ts';
import type { PageBlocks } from './page-blocks.ts';
import type { PageSignals } from './page-signals.ts';
import { tokenOdds, type TokenWeights } from './read-tokens.ts';

/** Scores the words of a block, then the block, then again with the scores of the others. */
export interface ContentModel {
  readonly tokens: readonly TokenWeights[];
  readonly first: Forest;
  readonly second: Forest;
}

/** Width of the rows of the first score, and of the second. */
export const firstWidth: number = featureNames.length + tokenKinds.length;
export const secondWidth: number = firstWidth + contextNames.length;

/** Number of rows that are kept for the second score: 6 MB. Further ones are written again. */
const maxRows = 4000;

/** The mean of both scores: the second uses more features, but is overconfident. */
export function meanOdds(first: number, second: number): number {
  return (first + second) / 2;
}

/** The log odds that each block of a page is part of its main content. */
export function scoreBlocks(
  page: PageBlocks,
  signals: PageSignals,
  { tokens, first, second }: ContentModel,
): Float32Array {
  const groups = groupBlocks(page);
  const describe = describeBlocks(page, signals, groups);
  const tokensOf = readTokens(page);
  const rows = new Float32Array((Math.min(page.blocks.length, maxRows) + 1) * secondWidth);
  const rowOf = (index: number) => {
    const at = Math.min(index, maxRows) * secondWidth;
    return rows.subarray(at, at + secondWidth);
  };
  const write = (index: number, row: Float32Array) => {
    describe(index, row);
    for (const [kind, own] of tokensOf(index).entries())
      row[featureNames.length + kind] = tokenOdds(tokens[kind]!, own);
  };
  const odds = page.blocks.map(({ index }) => {
    const row = rowOf(index);
    write(index, row);
    return logOdds(first, row);
  });
  const describeAround = describeContext(page, groups, odds);
  return Float32Array.from(page.blocks, ({ index }) => {
    const row = rowOf(index);
    if (index >= maxRows) write(index, row);
    describeAround(index, row, firstWidth);
    return meanOdds(odds[index]!, logOdds(second, row));
  });
}
