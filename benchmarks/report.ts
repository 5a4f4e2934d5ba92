/**
 * Tintype beside raw CDP and published tools: docs/benchmark-report.md, with charts and JSON.
 *
 * npm run bench:report -- [--only stills,several,videos] [--rounds 3] [--at 2] [--seconds 2]
 * [--corpus FOLDER] [--to docs]
 *
 * Omitted parts stay as an earlier run left them in the folder; `--only none` writes the document
 * and the charts again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  findMachineBrowser,
  puppeteerContexts,
  rawCdp,
  tintype,
  type Contender,
} from './contenders.ts';
import { fetchPeers } from './report/fetch-peers.ts';
import { layOutEncoder } from './report/lay-out-encoder.ts';
import { measureSeveral, measureStills } from './report/measure-stills.ts';
import { measureVideos } from './report/measure-videos.ts';
import { serveMovingPage } from './report/moving-page.ts';
import { makeReportCorpus } from './report/report-corpus.ts';
import type { Machine, ReportData } from './report/report-data.ts';
import {
  browserless,
  captureWebsite,
  finalImages,
  playwright,
  puppeteerCluster,
} from './report/still-peers.ts';
import {
  hyperframes,
  playwrightRecorder,
  puppeteerCapture,
  rawRecorder,
  screenRecorder,
  tintypeRecorder,
  type Recorder,
} from './report/video-peers.ts';
import { writeReport } from './report/write-report.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'stills,several,videos' },
    rounds: { type: 'string', default: '3' },
    at: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '2' },
    corpus: { type: 'string' },
    to: { type: 'string', default: path.join(import.meta.dirname, '..', 'docs') },
  },
});
const parts = new Set(values.only.split(','));
const [rounds, atOnce, seconds] = [values.rounds, values.at, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const fps = 30;

const peers = await fetchPeers();
await layOutEncoder(peers);
const json = path.join(values.to, 'benchmark-report', 'report.json');
const before = existsSync(json)
  ? (JSON.parse(readFileSync(json, 'utf8')) as ReportData)
  : undefined;
const names = [
  'puppeteer',
  'playwright-core',
  'puppeteer-cluster',
  'browserless',
  'capture-website',
  'puppeteer-capture',
  'puppeteer-screen-recorder',
  'hyperframes',
];
const data: ReportData = {
  ...before,
  versions: Object.fromEntries(names.map((name) => [name, peers.version(name)])),
};
const browser = await findMachineBrowser();

function machine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0] ?? 0,
    node: process.versions.node,
    browser: execFileSync(browser.path, ['--version'], { encoding: 'utf8' }).trim(),
  };
}

async function withAll<T extends { stop(): Promise<void> }, R>(
  makers: readonly (() => Promise<T>)[],
  use: (made: T[]) => Promise<R>,
): Promise<R> {
  const made: T[] = [];
  try {
    for (const make of makers) made.push(await make());
    return await use(made);
  } finally {
    await Promise.allSettled(made.map((one) => one.stop()));
  }
}

if (parts.has('stills') || parts.has('several')) {
  const made = values.corpus === undefined ? await makeReportCorpus() : undefined;
  const corpus = await startCorpus(made?.folder ?? values.corpus);
  const chosen = made?.pages ?? corpus.pages;
  const urls = chosen.map((page, at) => `http://127.0.0.${at + 2}:${corpus.port}/${page}`);
  const makers: (() => Promise<Contender>)[] = [
    () => rawCdp('jpeg'),
    () => tintype(atOnce, 'jpeg'),
    () => puppeteerContexts('jpeg'),
    () => playwright(peers),
    () => puppeteerCluster(peers, atOnce),
    () => browserless(peers),
    () => captureWebsite(peers),
  ];
  if (parts.has('stills')) {
    const images = await finalImages(peers, urls);
    const pages = urls.map((url, at) => ({ name: chosen[at]!, url, image: images[at]! }));
    const began = machine();
    const list = await withAll(makers, (all) => measureStills(all, pages, rounds));
    data.stills = { machine: began, rounds, list };
    await writeReport(data, values.to);
  }
  if (parts.has('several')) {
    const different =
      data.stills?.list.flatMap((one) => one.different.map(({ page }) => page)) ?? [];
    const same = urls.filter((_, at) => !different.includes(chosen[at]!));
    const began = machine();
    const list = await withAll(makers, (all) => measureSeveral(all, same, { rounds, atOnce }));
    data.several = { machine: began, rounds, atOnce, pages: same.length, list };
    await writeReport(data, values.to);
  }
  corpus.stop();
}

if (parts.has('videos')) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tintype-report-'));
  const page = await serveMovingPage(seconds);
  const makers: (() => Promise<Recorder>)[] = [
    rawRecorder,
    tintypeRecorder,
    () => puppeteerCapture(peers, folder),
    () => screenRecorder(peers),
    () => playwrightRecorder(peers),
    () => hyperframes(peers, seconds, folder),
  ];
  try {
    const began = machine();
    const take = { url: page.url, seconds, fps, target: path.join(folder, 'video') };
    const list = await withAll(makers, (all) => measureVideos(all, take, rounds));
    data.videos = { machine: began, rounds, seconds, fps, list };
    await writeReport(data, values.to);
  } finally {
    page.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
await writeReport(data, values.to);
console.log(`Written: ${path.join(values.to, 'benchmark-report.md')}`);
