export { createExtract } from './create-extract.ts';
export type { ExtractOptions } from './scraper.ts';
