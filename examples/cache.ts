// Caches results: the second of two equal requests needs no browser, also in the next process.
import { mkdir, writeFile } from 'node:fs/promises';
import { createCache, createRenderer } from 'tintype';

const cache = createCache({ dir: 'out/cache', maxDiskBytes: 100 * 2 ** 20 });
const renderer = createRenderer({ use: [cache.middleware] });
const request = {
  kind: 'screenshot',
  html: `<h1>Made at ${Math.random()}</h1>`,
  format: 'png',
  cache: true,
  cache_ttl: 3600, // seconds
} as const;

// Ten concurrent requests: one renders, the others wait for its result.
const results = await Promise.all(Array.from({ length: 10 }, () => renderer.render(request)));
console.log(results.filter((result) => result.cache === 'MISS').length, 'rendered');

const kept = await renderer.render(request);
console.log(kept.cache);

await renderer.stop();
await cache.stop();
console.log(cache.stats.hits);
await mkdir('out', { recursive: true });
await writeFile('out/cache.png', kept.body);
