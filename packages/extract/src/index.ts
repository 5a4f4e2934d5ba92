import type { ScrapeRequest } from '@tintype/contract';
import { createLazy, type Capture, type Plugin } from '@tintype/core';
import type { ExtractOptions } from './scraper.ts';

export type { ExtractOptions } from './scraper.ts';

/**
 * The `scrape` capture: a page as HTML, or as Markdown made in worker threads. Nothing heavy is
 * loaded, and no thread started, before the first scrape.
 *
 * @example
 * const renderer = createRenderer({ source, plugins: [createExtract()] });
 * const { body } = await renderer.render({ kind: 'scrape', url, format: 'md' });
 */
export function createExtract(options: ExtractOptions = {}): Plugin {
  const scraper = createLazy(async () => (await import('./scraper.ts')).createScraper(options));
  const scrape: Capture<ScrapeRequest> = {
    prepare: async (page, request, context) =>
      (await scraper.get()).prepare(page, request, context),
    capture: async (page, request, context) =>
      (await scraper.get()).capture(page, request, context),
    pageOfPdf: async (file, page, context) => (await scraper.get()).pageOfPdf(file, page, context),
  };
  return {
    name: 'extract',
    captures: { scrape },
    async stop() {
      await (await scraper.started?.catch(() => undefined))?.stop();
    },
  };
}
