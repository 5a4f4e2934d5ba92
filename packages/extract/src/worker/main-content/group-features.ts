import type { BlockGroups } from './block-groups.ts';
import type { PageBlocks } from './page-blocks.ts';
import { textNames } from './text-features.ts';

/** Features of a group that are the mean of its blocks. */
const means = [
  'words',
  'link density',
  'ends sentence',
  'price',
  'date',
  'capitals',
  'digits',
  'title overlap',
  'short',
  'images',
] as const;
const meanColumns = means.map((name) => textNames.indexOf(name));
const more = ['first', 'last', 'density', 'rank', 'different texts'];

/** Names of what the groups of a block tell, in their order. */
export const groupNames: readonly string[] = [0, 1, 2].flatMap((number) =>
  ['blocks', 'share', 'words', ...(number < 2 ? [...means, ...more] : [])].map(
    (name) => `group ${number} ${name}`,
  ),
);

/** Writes the features of each block's groups into a row. */
export function describeGroups(
  { blocks, root }: PageBlocks,
  groups: readonly BlockGroups[],
  texts: Float32Array,
): (index: number, row: Float32Array, at: number) => void {
  const total = root.words + 1;
  const tables = groups.map(({ of, count }, number) => {
    const blocksOf = new Float64Array(count);
    const wordsOf = new Float64Array(count);
    const sums = new Float64Array(count * means.length);
    const firsts = new Float64Array(count).fill(-1);
    const lasts = new Float64Array(count);
    const ranks = new Float64Array(blocks.length);
    const seen = Array.from({ length: number < 2 ? count : 0 }, () => new Set<string>());
    let before = 0;
    for (const { index, words, text } of blocks) {
      const group = of[index] ?? 0;
      ranks[index] = blocksOf[group] ?? 0;
      blocksOf[group]! += 1;
      wordsOf[group]! += words;
      if (firsts[group]! < 0) firsts[group] = before;
      before += words;
      lasts[group] = before;
      if (number > 1) continue;
      seen[group]!.add(text.slice(0, 100));
      for (const [place, column] of meanColumns.entries())
        sums[group * means.length + place]! += texts[index * textNames.length + column]!;
    }
    return { of, blocksOf, wordsOf, sums, firsts, lasts, ranks, seen };
  });
  return (index, row, start) => {
    let at = start;
    for (const [number, table] of tables.entries()) {
      const group = table.of[index] ?? 0;
      const count = table.blocksOf[group] ?? 1;
      const words = table.wordsOf[group] ?? 0;
      row[at++] = Math.log1p(count);
      row[at++] = words / total;
      row[at++] = Math.log1p(words / count);
      if (number > 1) continue;
      for (let place = 0; place < means.length; place += 1)
        row[at++] = table.sums[group * means.length + place]! / count;
      const [first, last] = [table.firsts[group] ?? 0, table.lasts[group] ?? 0];
      row[at++] = first / total;
      row[at++] = last / total;
      row[at++] = words / (last - first + 1);
      row[at++] = Math.log1p(table.ranks[index] ?? 0);
      row[at++] = table.seen[group]!.size / count;
    }
  };
}
