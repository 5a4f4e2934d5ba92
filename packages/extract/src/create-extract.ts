import type { ScrapeRequest } from '@tintype/contract';
import { createLazy, type Capture, type Plugin } from '@tintype/core';

/** Options of {@link createExtract}. */
export interface ExtractOptions {
  /** Number of documents converted concurrently; more wait. Default: one for each core. */
  workers?: number;
  /** The most memory that the conversion of one document may take, in MB. Default 512. */
  memoryMb?: number;
  /** The longest HTML that is taken from a page, in characters. Default 32 million. */
  maxChars?: number;
}

/**
 * The `scrape` capture: a page as HTML, or as Markdown made in worker threads. Nothing heavy is
 * loaded, and no thread started, before the first scrape.
 *
 * @example
 * const renderer = createRenderer({ source, plugins: [createExtract()] }); const { body } = await
 * renderer.render({ kind: 'scrape', url, format: 'md' });
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
