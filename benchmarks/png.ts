/**
 * PNG of the window as Chromium makes it by itself, and with `optimizeForSpeed`: milliseconds and
 * bytes.
 *
 * node --conditions=@tintype/source benchmarks/png.ts [--corpus FOLDER]
 */
import { parseArgs } from 'node:util';
import { createRenderer, type PageHandle } from 'tintype';
import { median } from './median.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({ options: { corpus: { type: 'string' } } });
const corpus = await startCorpus(values.corpus);
const rounds = 4;
const sums = { small: { ms: 0, bytes: 0 }, fast: { ms: 0, bytes: 0 } };

async function measure(page: PageHandle): Promise<void> {
  for (const [name, sum] of Object.entries(sums)) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const asked = { format: 'png', optimizeForSpeed: name === 'fast' } as const;
      bytes = (await page.session.sendForBytes('Page.captureScreenshot', asked)).data.length;
      // The first one pays for what the page has not drawn yet.
      if (round > 0) times.push(performance.now() - startedAt);
    }
    sum.ms += median(times);
    sum.bytes += bytes;
  }
}

const renderer = createRenderer({
  egress: { allow: ['127.0.0.1'] },
  concurrency: 1,
  plugins: [{ name: 'png', hooks: { beforeCapture: measure } }],
});
for (const page of corpus.pages) {
  await renderer.render({ kind: 'screenshot', url: `http://127.0.0.1:${corpus.port}/${page}` });
}
for (const [name, { ms, bytes }] of Object.entries(sums)) {
  process.stdout.write(`${name}: ${Math.round(ms)} ms, ${bytes} bytes\n`);
}
await renderer.stop();
corpus.stop();
