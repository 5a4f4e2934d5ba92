/**
 * A screenshot, a PDF and Markdown of one load against three renders, and each of the three alone,
 * interleaved in one run.
 *
 * node --conditions=@tintype/source benchmarks/outputs.ts [--rounds 5] [--corpus FOLDER]
 *
 * Each round makes the files of every page in each way. The last ratio is the target, computed for
 * each round: one load with three files may cost 1.4 times the most expensive of the three alone.
 */
import { parseArgs } from 'node:util';
import { createRenderer, type RequestInput } from 'tintype';
import { spread } from './median.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, corpus: { type: 'string' } },
});
const corpus = await startCorpus(values.corpus);
const renderer = createRenderer({ concurrency: 1, egress: { allow: ['127.0.0.0/8'] } });
await renderer.start();

const outputs: readonly RequestInput[] = [
  { kind: 'screenshot', full_page: true },
  { kind: 'pdf' },
  { kind: 'scrape', format: 'md' },
];
const urls = corpus.pages.map(
  (page, index) => `http://127.0.0.${index + 2}:${corpus.port}/${page}`,
);

/** Seconds of work on each page. */
async function timed(work: (url: string) => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (const url of urls) await work(url);
  return (performance.now() - startMs) / 1000;
}

const alone = (output: RequestInput) => (url: string) => renderer.render({ ...output, url });

async function oneLoad(url: string): Promise<void> {
  await using page = await renderer.open({ url });
  // Text first: it is made into Markdown while the others have the page.
  await Promise.all(outputs.toReversed().map((output) => page.capture(output)));
}

// What is loaded on first use is loaded.
await Promise.all(outputs.map((output) => renderer.render({ ...output, html: 'first' })));
const ways: Record<string, number[]> = {};
const note = (way: string, seconds: number) => void (ways[way] ??= []).push(seconds);
for (let round = 0; round < Number(values.rounds); round += 1) {
  const single: number[] = [];
  for (const output of outputs) {
    const seconds = await timed(alone(output));
    single.push(seconds);
    note(output.kind, seconds);
  }
  const together = await timed(oneLoad);
  const three = single.reduce((sum, seconds) => sum + seconds, 0);
  note('one load', together);
  note('three renders', three);
  note('one load / three renders', together / three);
  note('one load / the dearest', together / Math.max(...single));
}
for (const [way, figures] of Object.entries(ways)) console.log(way.padEnd(26), spread(figures));
await renderer.stop();
corpus.stop();
