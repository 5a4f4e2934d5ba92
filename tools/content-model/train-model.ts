/**
 * Trains the model that finds the main content of a page, from saved pages with labelled main
 * content. With `--folds` it reports the quality on unseen pages: word F1, by type of page, and for
 * articles F1 of runs of four words; with `--scored` only on pages that are in that corpus too. The
 * score of each page is written to the file of `--report`. With `--folds`, it writes the model only
 * with `--write`.
 *
 * node --conditions=@tintype/source tools/content-model/train-model.ts --corpus DIR --pages
 * DIR [--folds 2 [--scored DIR] [--report FILE] [--write]]
 *
 * Results are in docs/benchmarks-text.md ("Text of pages").
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featureNames } from '../../packages/extract/src/worker/main-content/block-features.ts';
import { chooseContent } from '../../packages/extract/src/worker/main-content/choose-content.ts';
import { tokenKinds } from '../../packages/extract/src/worker/main-content/block-tokens.ts';
import { describeContext } from '../../packages/extract/src/worker/main-content/context-features.ts';
import {
  logOdds,
  type Forest,
  writeForest,
} from '../../packages/extract/src/worker/main-content/forest.ts';
import {
  firstWidth,
  meanOdds,
  secondWidth,
  type ContentModel,
} from '../../packages/extract/src/worker/main-content/score-blocks.ts';
import {
  writeTokenWeights,
  tokenOdds,
} from '../../packages/extract/src/worker/main-content/read-tokens.ts';
import { savedIds } from '../../benchmarks/saved-pages.ts';
import { compareShingles, shingleF1, type Shingles } from '../../benchmarks/shingle-f1.ts';
import { wordF1 } from '../../benchmarks/word-f1.ts';
import { dealFolds } from './deal-folds.ts';
import { growForest, type Growth } from './grow-forest.ts';
import { learnTokens } from './learn-tokens.ts';
import { readExample, type Example } from './read-example.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
    folds: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    scored: { type: 'string' },
    report: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const shared = { depth: 5, rowShare: 0.5, featureShare: 0.3, least: 8, ridge: 3 };
const growths: Record<'first' | 'second', Growth> = {
  first: { ...shared, trees: 200, rate: 0.08 },
  second: { ...shared, trees: 120, rate: 0.06 },
};

/** The second forest learns from first scores of pages that the first was not trained on. */
const innerFolds = 3;

/** Maximum number of blocks of a page to learn from. */
const maxBlocks = 160;

const { corpus, pages } = values;
const scored = new Set(savedIds(values.scored ?? corpus));
const examples = savedIds(corpus)
  .filter((id) => existsSync(join(pages, `${id}.json`)))
  .map((id) => readExample(corpus, pages, id))
  .filter((example) => example !== undefined);
const folds = Number(values.folds);
log(`${examples.length} pages`);
if (folds <= 1 || values.write) write(growModel(examples));
if (folds > 1) validate(folds);

/** Logs the progress of a long run. */
function log(text: string): void {
  console.error(`${Math.round(process.cpuUsage().user / 1e6)} s of CPU: ${text}`);
}

function growModel(known: readonly Example[]): ContentModel {
  const inner = dealFolds(known, innerFolds, 50 + Number(values.seed));
  const eachFold = (use: (others: readonly Example[], own: readonly Example[]) => void) => {
    for (let fold = 0; fold < innerFolds; fold += 1) {
      const isOwn = (_example: Example, index: number) => inner[index] === fold;
      use(
        known.filter((example, index) => !isOwn(example, index)),
        known.filter(isOwn),
      );
    }
  };
  eachFold((others, own) => {
    const tokens = learn(others);
    for (const example of own) writeTokenOdds(example, tokens);
  });
  const firstScores = new Map<Example, Float32Array>();
  eachFold((others, own) => {
    const forest = grow(others, growths.first, ({ rows }, index) => rows[index]!);
    for (const example of own) firstScores.set(example, score(example, forest));
    log(`${firstScores.size} of ${known.length} scored`);
  });
  return {
    tokens: learn(known),
    first: grow(known, growths.first, ({ rows }, index) => rows[index]!),
    second: grow(known, growths.second, secondRows(firstScores)),
  };
}

function learn(known: readonly Example[]): ContentModel['tokens'] {
  return tokenKinds.map((_kind, kind) =>
    learnTokens(
      known.flatMap((example) =>
        weightBlocks(example).map(({ index, weight }) => ({
          tokens: example.tokens[index]![kind]!,
          label: example.labels[index] ?? 0,
          weight,
        })),
      ),
    ),
  );
}

/** Writes the log odds of tokens into the rows of a page. */
function writeTokenOdds({ rows, tokens: own }: Example, tokens: ContentModel['tokens']): void {
  for (const [index, row] of rows.entries())
    row.set(
      tokens.map((weights, kind) => tokenOdds(weights, own[index]![kind]!)),
      featureNames.length,
    );
}

function score({ rows }: Example, forest: Forest): Float32Array {
  return Float32Array.from(rows, (row) => logOdds(forest, row));
}

/** Rows with the features that follow from the first scores. */
function secondRows(
  firstScores: ReadonlyMap<Example, Float32Array>,
): (example: Example, index: number) => Float32Array {
  const known = new Map<Example, ReturnType<typeof describeContext>>();
  return (example, index) => {
    const describe =
      known.get(example) ??
      describeContext(example.page, example.groups, firstScores.get(example) ?? new Float32Array());
    known.set(example, describe);
    const row = new Float32Array(secondWidth);
    row.set(example.rows[index]!);
    describe(index, row, firstWidth);
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
    for (const { index, weight } of weightBlocks(example)) {
      rows.push(rowOf(example, index));
      labels.push(example.labels[index] ?? 0);
      weights.push(weight);
    }
  }
  const examplesOf = {
    rows,
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
  };
  return growForest(examplesOf, growth);
}

/** Weights the blocks of a page to learn from. All pages have equal weight. */
function weightBlocks(example: Example): { index: number; weight: number }[] {
  const blocks = sampleOf(example);
  const own = blocks.map(({ words }) => (words + 0.3) ** 0.7);
  const sum = own.reduce((a, b) => a + b, 0);
  return blocks.map(({ index }, place) => ({ index, weight: (100 * (own[place] ?? 0)) / sum }));
}

/** Returns the blocks with words; of a long page, a sample at equal distances. */
function sampleOf({ page }: Example): Example['page']['blocks'] {
  const worded = page.blocks.filter(({ words }) => words > 0);
  if (worded.length <= maxBlocks) return worded;
  return Array.from(
    { length: maxBlocks },
    (_, place) => worded[Math.floor((place * worded.length) / maxBlocks)]!,
  );
}

function validate(count: number): void {
  const foldOf = dealFolds(examples, count, Number(values.seed));
  const scores = new Map<string, number[]>();
  const shingles: Shingles[] = [];
  const report: Record<string, number> = {};
  for (let fold = 0; fold < count; fold += 1) {
    const { tokens, first, second } = growModel(
      examples.filter((_example, index) => foldOf[index] !== fold),
    );
    for (const [index, example] of examples.entries()) {
      if (foldOf[index] !== fold || !scored.has(example.id)) continue;
      writeTokenOdds(example, tokens);
      const odds = score(example, first);
      const rowOf = secondRows(new Map([[example, odds]]));
      const bothOdds = Float32Array.from(example.rows, (_row, at) =>
        meanOdds(odds[at]!, logOdds(second, rowOf(example, at))),
      );
      const taken = chooseContent(example.page, bothOdds, example.isArticle);
      const text = example.page.blocks
        .filter((block) => taken[block.index])
        .map((block) => block.text)
        .join('\n');
      const f1 = wordF1(text, example.wanted);
      report[example.id] = f1;
      if (example.type === 'article') shingles.push(compareShingles(text, example.wanted));
      for (const key of ['all', example.type]) scores.set(key, [...(scores.get(key) ?? []), f1]);
    }
  }
  if (values.report) writeFileSync(values.report, JSON.stringify(report));
  if (shingles.length > 0)
    console.log(`articles, shingles${shingleF1(shingles).toFixed(3).padStart(11)}`);
  for (const [type, all] of scores) {
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    console.log(
      `${type.padEnd(16)}${String(all.length).padStart(5)}${mean.toFixed(3).padStart(8)}`,
    );
  }
}

function write(model: ContentModel): void {
  const file = join(
    import.meta.dirname,
    '../../packages/extract/src/worker/main-content/content-model.ts',
  );
  const tokens = model.tokens.map((weights) => ({ ...weights, ...writeTokenWeights(weights) }));
  const textOf = (name: keyof typeof growths) => `const ${name} =
  '${writeForest(model[name])}';
`;
  const readOf = (name: keyof typeof growths) =>
    `  ${name}: readForest(${model[name].depth}, ${growths[name].trees}, ${model[name].bias}, ${name}),
`;
  writeFileSync(
    file,
    `import type { ContentModel } from './score-blocks.ts';
import { readForest } from './forest.ts';
import { readTokenWeights } from './read-tokens.ts';

/*
 * Made by tools/content-model/train-model.ts from pages of WCXB: Web Content eXtraction Benchmark (Murrough Foley, 2026), CC BY 4.0.
 */
${tokens.map(({ text }, kind) => `const ${tokenKinds[kind]} =\n  '${text}';\n`).join('')}
${textOf('first')}
${textOf('second')}
/** The model that finds the main content of a page. */
export const contentModel: ContentModel = {
  tokens: [
${tokens.map(({ bias, step }, kind) => `    readTokenWeights(${bias}, ${step}, ${tokenKinds[kind]}),\n`).join('')}  ],
${readOf('first')}${readOf('second')}};
`,
  );
  console.log(`${file}: ${examples.length} pages`);
}
