/**
 * Whether images are right on a slow network, where each answer is late by 50 to 1,500 ms: Tintype
 * with its defaults against puppeteer's `load` and `networkidle2`.
 *
 * node --conditions=@tintype/source benchmarks/settle.ts [--corpus FOLDER] [--seed 1] [--at 3]
 * [--only tintype,load,networkidle2] [--keep FOLDER]
 *
 * Right is what equals the image after everything has come: the page from the same server without
 * delays, networkidle0 and 3 s more. A page of which two such images differ never stands still, and
 * does not count. Without a corpus, the demos of `demo-pages.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import puppeteer, { type Browser, type PuppeteerLifeCycleEvent } from 'puppeteer-core';
import sharp from 'sharp';
import { createRenderer } from 'tintype';
import { launchPlain } from './contenders.ts';
import { fetchDemos } from './demo-pages.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '3' },
    only: { type: 'string', default: 'tintype,load,networkidle2' },
    keep: { type: 'string' },
  },
});

const viewport = { width: 1280, height: 1080 };
/** Of an image, so much may differ: a caret, the edge of a letter. */
const allowedShare = 0.0005;

const demos = values.corpus === undefined ? await fetchDemos() : undefined;
const corpus = await startCorpus(demos?.folder ?? values.corpus, values.seed);
const { port } = corpus;
const pages = demos?.pages ?? corpus.pages.filter((name) => !name.includes('/'));

const chrome = await launchPlain();
const browser: Browser = await puppeteer.connect({
  transport: chrome.transport,
  defaultViewport: viewport,
});
const renderer = createRenderer({
  concurrency: Number(values.at),
  egress: { allow: ['127.0.0.0/8'] },
});

type Shoot = (url: string) => Promise<Uint8Array>;

const contenders: Record<string, Shoot> = {
  tintype: async (url) =>
    (await renderer.render({ kind: 'screenshot', format: 'png', url, block_annoyance: ['none'] }))
      .body,
  load: (url) => withPuppeteer(url, 'load', 0).then(([image]) => image),
  networkidle2: (url) => withPuppeteer(url, 'networkidle2', 0).then(([image]) => image),
};

async function withPuppeteer(
  url: string,
  waitUntil: PuppeteerLifeCycleEvent,
  afterMs: number,
): Promise<[Uint8Array, Uint8Array]> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil });
    await delay(afterMs);
    const first = await page.screenshot();
    if (afterMs === 0) return [first, first];
    await delay(1000);
    return [first, await page.screenshot()];
  } finally {
    await context.close();
  }
}

async function isEqual(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map((body) => sharp(body).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b || a.length !== b.length) return false;
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    const apart = [0, 1, 2].some(
      (part) => Math.abs((a[at + part] ?? 0) - (b[at + part] ?? 0)) > 24,
    );
    if (apart) different += 1;
  }
  return different <= (a.length / 3) * allowedShare;
}

async function keep(page: string, name: string, image: Uint8Array): Promise<void> {
  if (values.keep === undefined) return;
  await mkdir(values.keep, { recursive: true });
  await writeFile(path.join(values.keep, `${page.replaceAll('/', '_')}.${name}.png`), image);
}

interface Outcome {
  page: string;
  moves: boolean;
  took: Record<string, { ms: number; right: boolean }>;
}

async function measure(page: string, index: number): Promise<Outcome> {
  const host = index + 2;
  const [reference, later] = await withPuppeteer(
    `http://127.0.0.${host}:${port}/${page}`,
    'networkidle0',
    3000,
  );
  await keep(page, 'reference', reference);
  const outcome: Outcome = { page, moves: !(await isEqual(reference, later)), took: {} };
  for (const name of values.only.split(',')) {
    const shoot = contenders[name];
    if (!shoot) throw new Error(`--only: ${name} is none of ${Object.keys(contenders).join(', ')}`);
    const startedAt = performance.now();
    const image = await shoot(`http://127.0.1.${host}:${port}/${page}`);
    const ms = performance.now() - startedAt;
    await keep(page, name, image);
    outcome.took[name] = { ms, right: await isEqual(reference, image) };
  }
  return outcome;
}

const outcomes: Outcome[] = [];
const queue = pages.map((page, index) => ({ page, index }));
await renderer.start();
await Promise.all(
  Array.from({ length: Number(values.at) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      outcomes.push(await measure(next.page, next.index));
    }
  }),
);
await renderer.stop();
chrome.kill();
corpus.stop();

outcomes.sort((a, b) => a.page.localeCompare(b.page));
console.table(
  Object.fromEntries(
    outcomes.map(({ page, moves, took }) => [
      page,
      Object.fromEntries([
        ['moves', moves ? 'yes' : ''],
        ...Object.entries(took).map(([name, { ms, right }]) => [
          name,
          `${right ? '' : 'WRONG '}${(ms / 1000).toFixed(1)}`,
        ]),
      ]),
    ]),
  ),
);
const still = outcomes.filter(({ moves }) => !moves);
console.log(`${still.length} of ${outcomes.length} pages stand still at last. Of those:`);
console.table(
  Object.fromEntries(
    values.only.split(',').map((name) => {
      const took = still.flatMap((outcome) => outcome.took[name] ?? []);
      const seconds = took.reduce((sum, { ms }) => sum + ms, 0) / 1000 / took.length;
      return [
        name,
        { right: took.filter(({ right }) => right).length, 'mean s': Number(seconds.toFixed(2)) },
      ];
    }),
  ),
);
