/**
 * Cards made of HTML: `render({ html })` against a page that is kept (`open` with `trusted`, then
 * `load` and `capture`), interleaved in one run.
 *
 * node --conditions=@tintype/source benchmarks/templates.ts [--rounds 5] [--cards 40] [--at 2]
 *
 * To hold, at 2 at once: the kept page makes twice as many cards, and each of them takes at most 60
 * % of the time.
 */
import { parseArgs } from 'node:util';
import { createRenderer, type OpenPage } from 'tintype';
import { median, spread } from './median.ts';
import { childPids, ownTimeMs, treeTimeMs } from './process-time.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    cards: { type: 'string', default: '40' },
    at: { type: 'string', default: '2' },
  },
});
const [rounds, cards, atOnce] = [values.rounds, values.cards, values.at].map(Number) as [
  number,
  number,
  number,
];
const renderer = createRenderer({ concurrency: atOnce });
await renderer.start();

const size = { viewport_width: 1200, viewport_height: 630 };
const still = { kind: 'screenshot', format: 'png' } as const;
const card = (number: number) => `<!doctype html><meta charset="utf-8"><title>Card ${number}</title>
  <style>body { margin: 0; height: 100vh; display: grid; place-content: center; font: 64px sans-serif; background: #f4ead8 }</style>
  <h1>Card ${number}</h1><p>What stands on it.</p>`;

type Make = (worker: number, html: string) => Promise<{ body: Uint8Array }>;

/**
 * Cards a second, the middle of what one takes, and processor time of all processes for one, in ms.
 */
interface Measured {
  throughput: number;
  latencyMs: number;
  cpuMs: number;
}

const usedMs = () => ownTimeMs() + treeTimeMs(childPids(process.pid));

async function measure(make: Make): Promise<Measured> {
  const latencies: number[] = [];
  let next = 0;
  const before = usedMs();
  const startMs = performance.now();
  const work = async (worker: number) => {
    while (next < cards) {
      const beginMs = performance.now();
      await make(worker, card((next += 1)));
      latencies.push(performance.now() - beginMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
  const seconds = (performance.now() - startMs) / 1000;
  const cpuMs = (usedMs() - before) / cards;
  return { throughput: cards / seconds, latencyMs: median(latencies), cpuMs };
}

const render: Make = (_worker, html) => renderer.render({ ...still, ...size, html });

async function measureKept(): Promise<Measured> {
  const pages = await Promise.all(
    Array.from({ length: atOnce }, () =>
      renderer.open({ html: card(0), ...size }, { trusted: true }),
    ),
  );
  const make: Make = async (worker, html) => {
    const page = pages[worker] as OpenPage;
    await page.load({ html });
    return page.capture(still);
  };
  const measured = await measure(make);
  await Promise.all(pages.map((page) => page.close()));
  return measured;
}

await renderer.render({ ...still, html: 'first' });
const figures: Record<string, number[]> = {};
const note = (name: string, figure: number) => void (figures[name] ??= []).push(figure);
for (let round = 0; round < rounds; round += 1) {
  const rendered = await measure(render);
  const kept = await measureKept();
  note('render(): cards a second', rendered.throughput);
  note('kept page: cards a second', kept.throughput);
  note('render(): ms a card', rendered.latencyMs);
  note('kept page: ms a card', kept.latencyMs);
  note('render(): CPU ms a card', rendered.cpuMs);
  note('kept page: CPU ms a card', kept.cpuMs);
  note('throughput, kept / render()', kept.throughput / rendered.throughput);
  note('latency, kept / render()', kept.latencyMs / rendered.latencyMs);
}
for (const [name, list] of Object.entries(figures)) console.log(name.padEnd(28), spread(list));
await renderer.stop();
