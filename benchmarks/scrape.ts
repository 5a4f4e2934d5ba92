/**
 * HTML of pages: Tintype against raw CDP (the floor) and puppeteer's page.content(), interleaved in
 * one run.
 *
 * node --conditions=@tintype/source benchmarks/scrape.ts [--rounds 5] [--at 1,2] [--corpus FOLDER]
 * [--only tintype,raw]
 */
import { compare } from './compare.ts';

await compare('html');
