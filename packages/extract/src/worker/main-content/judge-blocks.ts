import { describeBlocks, featureNames } from './block-features.ts';
import { groupBlocks } from './block-groups.ts';
import { contextNames, describeContext } from './context-features.ts';
import { logOdds, type Forest } from './forest.ts';
import type { PageBlocks } from './page-blocks.ts';
import type { PageSignals } from './page-signals.ts';

/** The model: what judges each block for itself, and what judges it again, knowing what the others were taken for. */
export interface Forests {
  readonly first: Forest;
  readonly second: Forest;
}

/** The log odds that each block of a page is part of its main content. */
export function judgeBlocks(
  page: PageBlocks,
  signals: PageSignals,
  { first, second }: Forests,
): Float32Array {
  const groups = groupBlocks(page);
  const describe = describeBlocks(page, signals, groups);
  const row = new Float32Array(featureNames.length + contextNames.length);
  const odds = page.blocks.map(({ index }) => {
    describe(index, row);
    return logOdds(first, row);
  });
  const describeAround = describeContext(page, groups, odds);
  return Float32Array.from(page.blocks, ({ index }) => {
    describe(index, row);
    describeAround(index, row, featureNames.length);
    return logOdds(second, row);
  });
}
