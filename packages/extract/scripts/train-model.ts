/**
 * Makes the model that tells the main content of a page, from saved pages whose main content people marked. With `--folds` it only says
 * how good it would be on pages that it has not seen: word F1, by type of page.
 *
 * node --conditions=@tintype/source packages/extract/scripts/train-model.ts --corpus DIR --pages DIR [--folds 2]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseBlocks } from '../src/worker/main-content/choose-blocks.ts';
import { logOdds, type Forest } from '../src/worker/main-content/forest.ts';
import { writeForest } from '../src/worker/main-content/read-forest.ts';
import { growForest } from './grow-forest.ts';
import { savedIds } from '../../../benchmarks/saved-pages.ts';
import { readExample, type Example } from './read-examples.ts';
import { wordF1 } from '../../../benchmarks/word-f1.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
    folds: { type: 'string', default: '0' },
  },
});
const growth = {
  trees: 150,
  depth: 5,
  rate: 0.1,
  rowShare: 0.5,
  featureShare: 0.35,
  least: 8,
  ridge: 3,
};
const { corpus, pages } = values;
const examples = savedIds(corpus)
  .filter((id) => existsSync(join(pages, `${id}.json`)))
  .map((id) => readExample(corpus, pages, id))
  .filter((example) => example !== undefined);
const folds = Number(values.folds);
if (folds > 1) validate(folds);
else write(grow(examples));

function grow(known: readonly Example[]): Forest {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const example of known) {
    // Each page counts as much as any other.
    const own = example.page.blocks.map(({ words }) => (words + 0.3) ** 0.7);
    const sum = own.reduce((a, b) => a + b, 0);
    for (const [index, row] of example.rows.entries()) {
      rows.push(row);
      labels.push(example.labels[index] ?? 0);
      weights.push((100 * (own[index] ?? 0)) / sum);
    }
  }
  const examplesOf = {
    rows,
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
  };
  return growForest(examplesOf, growth);
}

/** Pages of each type are dealt to the folds in turns, so that each fold has as many of them. */
function validate(count: number): void {
  const dealt = new Map<string, number>();
  const foldOf = examples.map(({ type }) => {
    const next = dealt.get(type) ?? 0;
    dealt.set(type, next + 1);
    return next % count;
  });
  const scores = new Map<string, number[]>();
  for (let fold = 0; fold < count; fold += 1) {
    const forest = grow(examples.filter((_example, index) => foldOf[index] !== fold));
    for (const [index, example] of examples.entries()) {
      if (foldOf[index] !== fold) continue;
      const odds = example.rows.map((row) => logOdds(forest, row));
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

function write(forest: Forest): void {
  const file = join(import.meta.dirname, '../src/worker/main-content/forest-data.ts');
  writeFileSync(
    file,
    `import type { Forest } from './forest.ts';
import { readForest } from './read-forest.ts';

/**
 * Made by scripts/train-model.ts from pages of WCXB: Web Content eXtraction Benchmark (Murrough Foley, 2026), CC BY 4.0.
 */
const text =
  '${writeForest(forest)}';

/** The model that tells the main content of a page. */
export function forest(): Forest {
  return readForest(${forest.depth}, ${growth.trees}, ${forest.bias}, text);
}
`,
  );
  console.log(`${file}: ${examples.length} pages`);
}
