/**
 * Pages of one site: Tintype, which uses a tab for several of them, against raw CDP with a context
 * for each page (the floor), and against itself with a context for each, interleaved in one run.
 * Each image of the shared tabs is compared with that of a fresh context.
 *
 * node --conditions=@tintype/source benchmarks/site.ts [--pages 200] [--rounds 3] [--at 1,2]
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { rawCdp, tintype } from './contenders.ts';
import { median, spread } from './median.ts';
import { ownTimeMs, treeTimeMs } from './process-time.ts';
import { writeShop } from './shop-pages.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    at: { type: 'string', default: '1,2' },
  },
});
const [pageCount, rounds] = [Number(values.pages), Number(values.rounds)];
const levels = values.at.split(',').map(Number);

const folder = await writeShop(pageCount);
const shop = await startCorpus(folder);
const urls = shop.pages.map((page) => `http://127.0.0.2:${shop.port}/${page}`);
const most = Math.max(...levels);
const contenders = [
  await rawCdp('jpeg'),
  { ...(await tintype(most, 'jpeg')), name: 'tintype, context each' },
  { ...(await tintype(most, 'jpeg', 'shop')), name: 'tintype, shared tabs' },
];
try {
  for (const atOnce of levels) {
    const samples = contenders.map(() => ({ wallMs: [] as number[], cpuMs: [] as number[] }));
    let equal = 0;
    for (let round = 0; round < rounds; round += 1) {
      const images: Map<string, Uint8Array>[] = [];
      for (const [index, contender] of contenders.entries()) {
        const taken = new Map<string, Uint8Array>();
        const queue = [...urls];
        const cpuBefore = treeTimeMs(contender.pids()) + ownTimeMs();
        const startedAt = performance.now();
        const work = async () => {
          for (let url = queue.shift(); url !== undefined; url = queue.shift())
            taken.set(url, await contender.shoot(url));
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        samples[index]?.wallMs.push(performance.now() - startedAt);
        // What closes behind a render belongs to its contender, not to the next.
        await new Promise((resolve) => setTimeout(resolve, 500));
        samples[index]?.cpuMs.push(treeTimeMs(contender.pids()) + ownTimeMs() - cpuBefore);
        images.push(taken);
      }
      const [, fresh, shared] = images;
      equal += urls.filter(
        (url) => Buffer.compare(bytes(fresh, url), bytes(shared, url)) === 0,
      ).length;
    }
    console.log(`\n${atOnce} at once, ${pageCount} pages, ${rounds} rounds: median (min-max)`);
    console.table(
      Object.fromEntries(
        contenders.map(({ name }, index) => {
          const { wallMs = [], cpuMs = [] } = samples[index] ?? {};
          const over = (key: 'wallMs' | 'cpuMs', at: number) => samples[0]?.[key][at] ?? 0;
          return [
            name,
            {
              'renders/s': spread(wallMs.map((ms) => (pageCount * 1000) / ms)),
              'CPU ms': median(cpuMs.map((ms) => ms / pageCount)).toFixed(0),
              'throughput / floor': spread(wallMs.map((ms, at) => over('wallMs', at) / ms)),
              'CPU / floor': spread(cpuMs.map((ms, at) => ms / over('cpuMs', at))),
            },
          ];
        }),
      ),
    );
    console.log(
      `${equal} of ${pageCount * rounds} images of shared tabs equal those of fresh contexts`,
    );
  }
} finally {
  await Promise.all(contenders.map((contender) => contender.stop()));
  shop.stop();
  await rm(folder, { recursive: true });
}

function bytes(images: Map<string, Uint8Array> | undefined, url: string): Uint8Array {
  const image = images?.get(url);
  if (image === undefined) throw new Error(`no image of ${url}`);
  return image;
}
