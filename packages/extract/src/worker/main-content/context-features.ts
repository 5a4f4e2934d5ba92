import type { BlockGroups } from './block-groups.ts';
import type { Box, PageBlocks } from './page-blocks.ts';
import { expectedBias } from './expected-f1.ts';

const steps = [-3, -2, -1, 1, 2, 3];
const reaches = [5, 15, 40];
const levels = 8;
const topLevels = 4;

/** Names of the features of a block that follow from the first scores of all blocks, in order. */
export const contextNames: readonly string[] = [
  'own odds',
  ...steps.map((step) => `${step} chance`),
  ...reaches.map((reach) => `chance within ${reach}`),
  ...[0, 1, 2].flatMap((number) => [`chance of group ${number}`, `best of group ${number}`]),
  ...Array.from({ length: levels }, (_, level) => `chance of box ${level}`),
  ...Array.from({ length: topLevels }, (_, level) => `best of box ${level}`),
  'rank',
  'words of the better',
  'share of the better',
  'expected words',
  'expected share',
  'bias of the page',
  'better against expected',
  'best of the page',
];

/** Writes features from the first scores: a short text is like its neighbours, boxes and group. */
export function describeContext(
  page: PageBlocks,
  groups: readonly BlockGroups[],
  odds: ArrayLike<number>,
): (index: number, row: Float32Array, at: number) => void {
  const { blocks, root } = page;
  const count = blocks.length;
  const chances = Float64Array.from(blocks, ({ index }) => 1 / (1 + Math.exp(-(odds[index] ?? 0))));
  const weights = Float64Array.from(blocks, ({ words }) => words + 0.1);
  const sums = new Float64Array(count + 1);
  const weightSums = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) {
    sums[index + 1] = sums[index]! + chances[index]! * weights[index]!;
    weightSums[index + 1] = weightSums[index]! + weights[index]!;
  }
  const meanOf = (from: number, end: number) =>
    (sums[end]! - sums[from]!) / Math.max(1e-9, weightSums[end]! - weightSums[from]!);
  const groupChances = groups.map((group) => chancesOf(group, chances, weights));
  const bests = bestOfBoxes(root, chances);
  const order = Array.from({ length: count }, (_, index) => index).toSorted(
    (a, b) => chances[b]! - chances[a]! || a - b,
  );
  const ranks = new Float64Array(count);
  const better = new Float64Array(count);
  let above = 0;
  for (const [rank, index] of order.entries()) {
    above += blocks[index]!.words;
    ranks[index] = rank;
    better[index] = above;
  }
  let expected = 0;
  for (const { index, words } of blocks) expected += chances[index]! * words;
  const ofPage = [Math.log1p(expected), expected / (root.words + 1), expectedBias(blocks, odds)];
  const best = chances[order[0] ?? 0] ?? 0;
  return (index, row, start) => {
    let at = start;
    row[at++] = odds[index] ?? 0;
    for (const step of steps) row[at++] = chances[index + step] ?? -1;
    for (const reach of reaches)
      row[at++] = meanOf(Math.max(0, index - reach), Math.min(count, index + reach + 1));
    for (const [number, { mean, max }] of groupChances.entries()) {
      const group = groups[number]!.of[index]!;
      row[at++] = mean[group]!;
      row[at++] = max[group]!;
    }
    let box = blocks[index]!.box;
    for (let level = 0; level < levels; level += 1) {
      row[at + level] = meanOf(box.first, box.end);
      if (level < topLevels) row[at + levels + level] = bests.get(box) ?? 0;
      box = box.parent ?? box;
    }
    at += levels + topLevels;
    row[at++] = ranks[index]! / count;
    row[at++] = Math.log1p(better[index]!);
    row[at++] = better[index]! / (root.words + 1);
    for (const value of ofPage) row[at++] = value;
    row[at++] = better[index]! / (expected + 1);
    row[at++] = best;
  };
}

function chancesOf(
  { of, count }: BlockGroups,
  chances: Float64Array,
  weights: Float64Array,
): { mean: Float64Array; max: Float64Array } {
  const mean = new Float64Array(count);
  const max = new Float64Array(count);
  const all = new Float64Array(count);
  for (const [index, group] of of.entries()) {
    mean[group]! += chances[index]! * weights[index]!;
    all[group]! += weights[index]!;
    max[group] = Math.max(max[group]!, chances[index]!);
  }
  for (let group = 0; group < count; group += 1) mean[group]! /= Math.max(1e-9, all[group]!);
  return { mean, max };
}

/** The best chance in each box that holds a block of its own, and in those around it. */
function bestOfBoxes(root: Box, chances: Float64Array): Map<Box, number> {
  const bests = new Map<Box, number>();
  const visit = (box: Box): number => {
    let best = 0;
    for (const part of box.parts)
      best = Math.max(best, 'parts' in part ? visit(part) : chances[part.index]!);
    bests.set(box, best);
    return best;
  };
  visit(root);
  return bests;
}
