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
  const row = new Float32Array(secondWidth);
  const said = new Float32Array(page.blocks.length * tokenKinds.length);
  const odds = page.blocks.map(({ index }) => {
    describe(index, row);
    const at = index * tokenKinds.length;
    for (const [kind, own] of tokensOf(index).entries())
      said[at + kind] = tokenOdds(tokens[kind]!, own);
    row.set(said.subarray(at, at + tokenKinds.length), featureNames.length);
    return logOdds(first, row);
  });
  const describeAround = describeContext(page, groups, odds);
  return Float32Array.from(page.blocks, ({ index }) => {
    describe(index, row);
    const at = index * tokenKinds.length;
    row.set(said.subarray(at, at + tokenKinds.length), featureNames.length);
    describeAround(index, row, firstWidth);
    return meanOdds(odds[index]!, logOdds(second, row));
  });
}
