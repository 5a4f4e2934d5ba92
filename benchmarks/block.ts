/**
 * Measures blocking on pages without annoyances: `block_annoyance` against `none`, interleaved.
 *
 * node --conditions=@tintype/source benchmarks/block.ts [--rounds 15] [--pages gallery,article]
 * [--corpus FOLDER] [--lists FILE]
 *
 * One render at a time; medians, and the median of the differences to the `none` of the same round.
 */
import { parseArgs } from 'node:util';
import { createRenderer } from 'tintype';
import { median } from './median.ts';
import { childPids, ownTimeMs, treeTimeMs } from './process-time.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    pages: { type: 'string' },
    corpus: { type: 'string' },
    lists: { type: 'string' },
  },
});
const corpus = await startCorpus(values.corpus);
const { port, pages } = corpus;
const wanted = values.pages?.split(',') ?? ['gallery', 'tiny'];
const chosen = pages.filter((page) => wanted.some((name) => page.startsWith(name)));

const renderer = createRenderer({
  concurrency: 1,
  egress: { allow: ['127.0.0.0/8'] },
  block: { lists: values.lists === undefined ? [] : [values.lists] },
});
const before = new Set(childPids(process.pid));
await renderer.start();
const pids = childPids(process.pid).filter((pid) => !before.has(pid));

interface Sample {
  wallMs: number;
  cpuMs: number;
  blockMs: number;
}

const settings = {
  none: ['none'],
  banners: ['cookies_banner'],
  everything: ['cookies_banner', 'ads', 'tracking'],
} as const;
type Setting = keyof typeof settings;

async function sample(page: string, setting: Setting): Promise<Sample> {
  const cpu = () => treeTimeMs(pids) + ownTimeMs();
  const startCpu = cpu();
  const start = performance.now();
  const { timings } = await renderer.render({
    kind: 'screenshot',
    url: `http://127.0.0.${2 + pages.indexOf(page)}:${port}/${page}`,
    block_annoyance: [...settings[setting]],
  });
  const wallMs = performance.now() - start;
  // What closes behind a render belongs to it.
  await new Promise((resolve) => setTimeout(resolve, 150));
  const blockMs = timings.find(({ stage }) => stage === 'block')?.durationMs ?? 0;
  return { wallMs, cpuMs: cpu() - startCpu, blockMs };
}

try {
  for (const page of chosen) {
    const names = Object.keys(settings) as Setting[];
    const samples = new Map(names.map((name) => [name, [] as Sample[]]));
    for (const name of names) await sample(page, name);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (let step = 0; step < names.length; step += 1) {
        const name = names[(round + step) % names.length] as Setting;
        samples.get(name)?.push(await sample(page, name));
      }
    }
    const base = samples.get('none') ?? [];
    const row = (list: readonly Sample[]) => ({
      'wall ms': median(list.map(({ wallMs }) => wallMs)).toFixed(0),
      'more than none': median(
        list.map(({ wallMs }, at) => wallMs - (base[at]?.wallMs ?? 0)),
      ).toFixed(1),
      'CPU ms': median(list.map(({ cpuMs }) => cpuMs)).toFixed(0),
      'CPU / none': median(list.map(({ cpuMs }, at) => cpuMs / (base[at]?.cpuMs ?? 1))).toFixed(3),
      'block stage ms': median(list.map(({ blockMs }) => blockMs)).toFixed(1),
    });
    console.log(`\n${page}, ${values.rounds} rounds`);
    console.table(Object.fromEntries([...samples].map(([name, list]) => [name, row(list)])));
  }
} finally {
  await renderer.stop();
  corpus.stop();
}
