/**
 * Still images, PDFs or HTML of pages: Tintype against raw CDP (the floor) and puppeteer,
 * interleaved in one run.
 *
 * npm run bench -- [--output jpeg|pdf|html] [--rounds 5] [--at 1,2,4] [--corpus FOLDER] [--only
 * raw,tintype,puppeteer]
 *
 * Each round renders every page once, each page on a host of its own: jpeg 80, 1280x1080; Letter,
 * upright, with the defaults of each (raw CDP and puppeteer tag their PDFs, Tintype does not).
 * Medians over rounds; the ratios are taken round by round against the floor, so that a machine
 * that slows down slows both.
 */
import { parseArgs } from 'node:util';
import { puppeteerContexts, rawCdp, tintype } from './contenders.ts';
import type { Contender, Output } from './contenders.ts';
import { median, spread } from './median.ts';
import { ownTimeMs, treeTimeMs } from './process-time.ts';
import { startCorpus } from './start-corpus.ts';

interface Sample {
  wallMs: number;
  cpuMs: number;
  latenciesMs: number[];
}

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'jpeg' },
    rounds: { type: 'string', default: '5' },
    at: { type: 'string', default: '1,2,4' },
    corpus: { type: 'string' },
    only: { type: 'string' },
  },
});
const output = values.output as Output;
const rounds = Number(values.rounds);
const levels = values.at.split(',').map(Number);

const corpus = await startCorpus(values.corpus);
const { port, pages } = corpus;
const urls = pages.map((page, index) => `http://127.0.0.${index + 2}:${port}/${page}`);

async function round(contender: Contender, atOnce: number): Promise<Sample> {
  const queue = [...urls];
  const latenciesMs: number[] = [];
  const cpuBefore = treeTimeMs(contender.pids()) + ownTimeMs();
  const startedAt = performance.now();
  const work = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const start = performance.now();
      const { length } = await contender.shoot(url);
      if (length < 100) throw new Error(`${contender.name}: ${url} gave ${length} bytes`);
      latenciesMs.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const wallMs = performance.now() - startedAt;
  const cpuMs = treeTimeMs(contender.pids()) + ownTimeMs() - cpuBefore;
  return { wallMs, cpuMs, latenciesMs };
}

const makers: Record<string, () => Promise<Contender>> = {
  raw: () => rawCdp(output),
  tintype: () => tintype(Math.max(...levels), output),
  puppeteer: () => puppeteerContexts(output),
};
const chosen = values.only?.split(',') ?? ['raw', 'tintype', 'puppeteer'];
const running: Contender[] = [];
for (const name of chosen) {
  const make = makers[name];
  if (!make) throw new Error(`--only: ${name} is none of ${Object.keys(makers).join(', ')}`);
  running.push(await make());
}
try {
  for (const contender of running) await round(contender, 2);
  for (const atOnce of levels) {
    const samples = new Map(running.map(({ name }) => [name, [] as Sample[]]));
    for (let pass = 0; pass < rounds; pass += 1) {
      for (const contender of running) {
        samples.get(contender.name)?.push(await round(contender, atOnce));
        // What closes behind a render belongs to its contender, not to the next.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
    report(atOnce, samples);
  }
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  corpus.stop();
}

function report(atOnce: number, samples: ReadonlyMap<string, readonly Sample[]>): void {
  const floor = [...samples.values()][0] ?? [];
  console.log(`\n${atOnce} at once, ${urls.length} pages, ${rounds} rounds: median (min-max)`);
  console.table(
    Object.fromEntries(
      [...samples].map(([name, list]) => [
        name,
        {
          'renders/s': spread(list.map(({ wallMs }) => (urls.length * 1000) / wallMs)),
          'latency ms': median(list.flatMap(({ latenciesMs }) => latenciesMs)).toFixed(0),
          'mean ms': median(
            list.map(({ latenciesMs }) => latenciesMs.reduce((a, b) => a + b, 0) / urls.length),
          ).toFixed(0),
          'CPU ms': median(list.map(({ cpuMs }) => cpuMs / urls.length)).toFixed(0),
          'throughput / floor': spread(
            list.map(({ wallMs }, index) => (floor[index]?.wallMs ?? 0) / wallMs),
          ),
          'CPU / floor': spread(list.map(({ cpuMs }, index) => cpuMs / (floor[index]?.cpuMs ?? 1))),
        },
      ]),
    ),
  );
}
