/**
 * PDFs: Tintype against raw CDP (the floor) and puppeteer, interleaved in one run.
 *
 * node --conditions=@tintype/source benchmarks/pdf.ts [--rounds 5] [--at 1,2] [--corpus FOLDER]
 * [--only tintype,raw]
 *
 * Letter, upright, with the defaults of each: raw CDP and puppeteer tag their PDFs, Tintype does
 * not.
 */
import { compare } from './compare.ts';

await compare('pdf');
