/**
 * Measures cache hits in process, through `renderer.render()`: from memory and from disk, one at a
 * time and 32 concurrently.
 *
 * node --conditions=@tintype/source benchmarks/cache.ts [--hits 2000] [--pages tiny,gallery]
 * [--corpus FOLDER]
 *
 * Each page is rendered once, in a few formats; all later requests are hits and use no browser.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCache, createRenderer, type RequestInput } from 'tintype';
import { quantile } from './median.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '2000' },
    pages: { type: 'string', default: 'tiny,gallery' },
    corpus: { type: 'string' },
  },
});
const hits = Number(values.hits);
const corpus = await startCorpus(values.corpus);
const pages = corpus.pages.filter((page) =>
  values.pages.split(',').some((name) => page.startsWith(name)),
);
const dir = await mkdtemp(join(tmpdir(), 'tintype-bench-cache-'));
const formats = [{}, { format: 'png' }, { format: 'png', full_page: true }];
const requests = pages.flatMap((page) =>
  formats.map(
    (more) =>
      ({
        kind: 'screenshot',
        url: `http://127.0.0.${2 + corpus.pages.indexOf(page)}:${corpus.port}/${page}`,
        cache: true,
        ...more,
      }) as RequestInput,
  ),
);

try {
  const rows: Record<string, string | number>[] = [];
  for (const [level, maxMemoryBytes] of [
    ['memory', 2 ** 28],
    ['disk', 0],
  ] as const) {
    const cache = createCache({ dir, maxMemoryBytes });
    const renderer = createRenderer({
      egress: { allow: ['127.0.0.0/8'] },
      use: [cache.middleware],
    });
    for (const request of requests) {
      const { body } = await renderer.render(request);
      for (const atOnce of [1, 32]) {
        const times: number[] = [];
        let left = hits;
        const startMs = performance.now();
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            while ((left -= 1) >= 0) {
              const beginMs = performance.now();
              const result = await renderer.render(request);
              times.push(performance.now() - beginMs);
              if (result.cache !== 'HIT') throw new Error('that was no hit');
            }
          }),
        );
        const seconds = (performance.now() - startMs) / 1000;
        rows.push({
          from: level,
          KB: Math.round(body.byteLength / 1024),
          'at once': atOnce,
          'p50 ms': quantile(times, 0.5).toFixed(2),
          'p99 ms': quantile(times, 0.99).toFixed(2),
          'hits/s': Math.round(hits / seconds),
        });
      }
    }
    await renderer.stop();
    await cache.stop();
  }
  console.table(rows);
} finally {
  corpus.stop();
  await rm(dir, { recursive: true, force: true });
}
