/**
 * Writes the visible part of each saved page to `ID.json` in a folder, for train-model.ts. Skips
 * existing files.
 *
 * node --conditions=@tintype/source tools/content-model/read-pages.ts --corpus DIR --pages DIR
 * [--without-scripts]
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderer, type Plugin } from '../../packages/tintype/src/index.ts';
import { readSaved, savedIds } from '../../benchmarks/saved-pages.ts';
import { readPage } from '../../packages/extract/src/read-page.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
    'without-scripts': { type: 'boolean', default: false },
  },
});
const { corpus, pages, 'without-scripts': isStill } = values;
mkdirSync(pages, { recursive: true });
let file = '';
const writePage: Plugin = {
  name: 'write-page',
  hooks: {
    async beforeCapture(page, request) {
      if (request.kind !== 'scrape') return;
      const shown = await readPage(page, { ...request, main_content: true }, 32_000_000);
      writeFileSync(file, JSON.stringify({ ...shown, url: request.base_url ?? shown.url }));
    },
  },
};
const renderer = createRenderer({ concurrency: 1, plugins: [writePage] });
for (const id of savedIds(corpus)) {
  const saved = readSaved(corpus, id);
  file = join(pages, `${id}.json`);
  if (!saved || existsSync(file)) continue;
  const base_url = saved.url.replace(/#.*$/s, '');
  try {
    await renderer.render({
      kind: 'scrape',
      html: saved.html,
      base_url,
      js_enabled: !isStill,
    });
  } catch (error) {
    console.error(`${id}: ${(error as Error).message}`);
  }
}
await renderer.stop();
