export { createExtract, type ExtractOptions } from './create-extract.ts';
