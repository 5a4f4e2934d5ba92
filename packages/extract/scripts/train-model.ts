/**
 * Makes the model that tells the main content of a page, from saved pages whose main content people marked. With `--folds` it only says
 * how good it would be on pages that it has not seen: word F1, by type of page.
 *
 * node --conditions=@tintype/source packages/extract/scripts/train-model.ts --corpus DIR --pages DIR [--folds 2]
 *
 * What was tried and changed nothing beyond chance (two folds, 396 pages, LightGBM in place of `growForest`: 0.827): trees with random
 * thresholds (0.829), shallower trees of fewer features (0.827), the mean of three models (0.828). A ranker of whole choices (other
 * thresholds, whole boxes, boxes cut by the choice) that learns their F1: 0.817 to 0.828, where the best of them for each page would give
 * 0.888. Four fifths of the pages in place of half: 0.834. More of the same pages helps little: what they say of collections and products
 * differs from page to page.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featureNames } from '../src/worker/main-content/block-features.ts';
import { chooseBlocks } from '../src/worker/main-content/choose-blocks.ts';
import { contextNames, describeContext } from '../src/worker/main-content/context-features.ts';
import { logOdds, type Forest } from '../src/worker/main-content/forest.ts';
import type { Forests } from '../src/worker/main-content/judge-blocks.ts';
import { writeForest } from '../src/worker/main-content/read-forest.ts';
import { savedIds } from '../../../benchmarks/saved-pages.ts';
import { wordF1 } from '../../../benchmarks/word-f1.ts';
import { dealFolds } from './deal-folds.ts';
import { growForest, type Growth } from './grow-forest.ts';
import { readExample, type Example } from './read-examples.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
    folds: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const shared = { depth: 5, rowShare: 0.5, featureShare: 0.3, least: 8, ridge: 3 };
const growths: Record<keyof Forests, Growth> = {
  first: { ...shared, trees: 200, rate: 0.08 },
  second: { ...shared, trees: 200, rate: 0.06 },
};

/** The second judgement learns from first ones of pages that the first did not know. */
const innerFolds = 3;

/** Of a long page, so many blocks are enough to learn from. */
const mostBlocks = 250;

const { corpus, pages } = values;
const examples = savedIds(corpus)
  .filter((id) => existsSync(join(pages, `${id}.json`)))
  .map((id) => readExample(corpus, pages, id))
  .filter((example) => example !== undefined);
const folds = Number(values.folds);
if (folds > 1) validate(folds);
else write(growForests(examples));

function growForests(known: readonly Example[]): Forests {
  const first = grow(known, growths.first, ({ rows }, index) => rows[index]!);
  const inner = dealFolds(known, innerFolds, 50 + Number(values.seed));
  const judged = new Map<Example, Float32Array>();
  for (let fold = 0; fold < innerFolds; fold += 1) {
    const others = known.filter((_example, index) => inner[index] !== fold);
    const forest = grow(others, growths.first, ({ rows }, index) => rows[index]!);
    for (const [index, example] of known.entries()) {
      if (inner[index] === fold) judged.set(example, judge(example, forest));
    }
  }
  return { first, second: grow(known, growths.second, secondRows(judged)) };
}

function judge({ rows }: Example, forest: Forest): Float32Array {
  return Float32Array.from(rows, (row) => logOdds(forest, row));
}

/** Rows with what the first judgement tells of them. */
function secondRows(
  judged: ReadonlyMap<Example, Float32Array>,
): (example: Example, index: number) => Float32Array {
  const known = new Map<Example, ReturnType<typeof describeContext>>();
  return (example, index) => {
    const describe =
      known.get(example) ??
      describeContext(example.page, example.groups, judged.get(example) ?? new Float32Array());
    known.set(example, describe);
    const row = new Float32Array(featureNames.length + contextNames.length);
    row.set(example.rows[index]!);
    describe(index, row, featureNames.length);
    return row;
  };
}

function grow(
  known: readonly Example[],
  growth: Growth,
  rowOf: (example: Example, index: number) => Float32Array,
): Forest {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const example of known) {
    const blocks = sampleOf(example);
    // Each page counts as much as any other.
    const own = blocks.map(({ words }) => (words + 0.3) ** 0.7);
    const sum = own.reduce((a, b) => a + b, 0);
    for (const [place, { index }] of blocks.entries()) {
      rows.push(rowOf(example, index));
      labels.push(example.labels[index] ?? 0);
      weights.push((100 * (own[place] ?? 0)) / sum);
    }
  }
  const examplesOf = {
    rows,
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
  };
  return growForest(examplesOf, growth);
}

/** Blocks with words, of a long page some from everywhere. */
function sampleOf({ page }: Example): Example['page']['blocks'] {
  const worded = page.blocks.filter(({ words }) => words > 0);
  if (worded.length <= mostBlocks) return worded;
  return Array.from(
    { length: mostBlocks },
    (_, place) => worded[Math.floor((place * worded.length) / mostBlocks)]!,
  );
}

function validate(count: number): void {
  const foldOf = dealFolds(examples, count, Number(values.seed));
  const scores = new Map<string, number[]>();
  for (let fold = 0; fold < count; fold += 1) {
    const { first, second } = growForests(
      examples.filter((_example, index) => foldOf[index] !== fold),
    );
    for (const [index, example] of examples.entries()) {
      if (foldOf[index] !== fold) continue;
      const rowOf = secondRows(new Map([[example, judge(example, first)]]));
      const odds = example.rows.map((_row, at) => logOdds(second, rowOf(example, at)));
      const taken = chooseBlocks(example.page, odds);
      const text = example.page.blocks
        .filter((block) => taken[block.index])
        .map((block) => block.text);
      const score = wordF1(text.join('\n'), example.wanted);
      for (const key of ['all', example.type]) scores.set(key, [...(scores.get(key) ?? []), score]);
    }
  }
  for (const [type, all] of scores) {
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    console.log(
      `${type.padEnd(16)}${String(all.length).padStart(5)}${mean.toFixed(3).padStart(8)}`,
    );
  }
}

function write(forests: Forests): void {
  const file = join(import.meta.dirname, '../src/worker/main-content/forest-data.ts');
  const textOf = (name: keyof Forests) => `const ${name} =
  '${writeForest(forests[name])}';
`;
  const readOf = (name: keyof Forests) =>
    `    ${name}: readForest(${forests[name].depth}, ${growths[name].trees}, ${forests[name].bias}, ${name}),
`;
  writeFileSync(
    file,
    `import type { Forests } from './judge-blocks.ts';
import { readForest } from './read-forest.ts';

/*
 * Made by scripts/train-model.ts from pages of WCXB: Web Content eXtraction Benchmark (Murrough Foley, 2026), CC BY 4.0.
 */
${textOf('first')}
${textOf('second')}
/** The model that tells the main content of a page. */
export function forests(): Forests {
  return {
${readOf('first')}${readOf('second')}  };
}
`,
  );
  console.log(`${file}: ${examples.length} pages`);
}
