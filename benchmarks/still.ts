/**
 * Still images: Tintype against raw CDP (the floor) and puppeteer, interleaved in one run.
 *
 * npm run bench -- [--rounds 5] [--at 1,2,4] [--corpus FOLDER] [--only raw,tintype,puppeteer]
 *
 * Each round renders every page once, jpeg 80, 1280x1080, each page on a host of its own. Medians
 * over rounds; the ratios are taken round by round against the floor, so that a machine that slows
 * down slows both.
 */
import { compare } from './compare.ts';

await compare('jpeg');
