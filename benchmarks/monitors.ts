/**
 * A month of monitors in less time: pages change by a script that records the truth, and one
 * service watches them. Counts changes that were missed, and reports of what was no change.
 *
 * node --conditions=@tintype/source benchmarks/monitors.ts [--corpus FOLDER] [--pages 6] [--days 30]
 *   [--seed 1] [--at-once 4] [--max-bytes 300000] [--results FILE] [--images FOLDER]
 *
 * --results: a line of JSON for each page and day. --images: what wrong verdicts compared.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@tintype/client';
import type { MonitorCheck } from '@tintype/contract/wire';
import {
  createChangingPage,
  createTurns,
  type ChangingPage,
  type Day,
} from './monitors/changing-page.ts';
import { startSite } from './monitors/start-site.ts';
import { foundIn, isExpected, printFigures, type PageDay } from './monitors/truth.ts';
import { readPages } from './read-pages.ts';
import { serve } from './serve.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: '' },
    pages: { type: 'string', default: '6' },
    days: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '4' },
    'max-bytes': { type: 'string', default: 'Infinity' },
    results: { type: 'string' },
    images: { type: 'string' },
  },
});

/** Maximum time for the checks of a page on a day. */
const maxDayMs = 300_000;

interface Watched {
  name: string;
  page: ChangingPage;
  id: number;
  /** Number of checks so far. */
  checks: number;
}

const startedAt = performance.now();
const turns = createTurns();
const sources = await readPages(values.corpus, Number(values.pages), Number(values['max-bytes']));
const pages = new Map<string, ChangingPage>();
for (const [at, { name, html }] of sources.entries()) {
  const seed = Number(values.seed) * 1_000 + at;
  pages.set(name, createChangingPage(html, { seed, at, turns }));
}
const site = await startSite(pages, sources[0]?.files ?? new Map());
const service = await serve(['--egress-allow', '127.0.0.1', '--concurrency', '2']);
const { address: baseUrl, dataDir } = service;
const keys = await readFile(join(dataDir, 'new-keys.env'), 'utf8');
const accessKey = /ACCESS_KEY='(\S+)'/.exec(keys)?.[1] ?? '';
const { tasks } = createClient({ baseUrl, accessKey });
const watched: Watched[] = [];
for (const [name, page] of pages) {
  const query = {
    url: site.urlOf(name),
    full_page: true,
    viewport_width: 1000,
    timeout: 25,
  };
  const calendar = { name: name.slice(0, 100), frequency: 'every_month' as const };
  const watch = { on: page.mode, keep: 1000 };
  const { id } = await tasks.create({ ...calendar, api: 'screenshot', query, watch });
  watched.push({ name, page, id, checks: 0 });
}

/** Runs a monitor, waits until no run follows by itself, and returns the checks. */
async function runOnce(monitor: Watched): Promise<MonitorCheck[]> {
  await tasks.run(monitor.id);
  const endsAt = performance.now() + maxDayMs;
  for (;;) {
    const known = monitor.checks;
    const recent = (await tasks.checks(monitor.id, { limit: 20 })).toReversed();
    const fresh = recent.filter(({ request }) => !seen.has(request));
    const [before, last] = [fresh.at(-2)?.outcome, fresh.at(-1)?.outcome];
    const runsAgain =
      last === 'calibrating' || last === 'unconfirmed' || (last === 'failed' && before !== last);
    if ((fresh.length > 0 && !runsAgain) || performance.now() > endsAt) {
      for (const { request } of fresh) seen.add(request);
      monitor.checks = known + fresh.length;
      return fresh;
    }
    await delay(150);
  }
}
const seen = new Set<string>();

/** Works on all of them, some at a time. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = list.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));
}

const minutes = () => `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`;
const excluded: string[] = [];
const calibrated: Watched[] = [];
await each(watched, async (monitor) => {
  const checks = await runOnce(monitor);
  const last = checks.at(-1);
  if (last?.outcome === 'baseline') calibrated.push(monitor);
  else excluded.push(`${monitor.name}: ${last?.outcome ?? 'no check'}, ${foundIn(checks)}`);
});
console.log(`${calibrated.length} of ${watched.length} pages calibrated, ${minutes()}`);
for (const place of excluded) console.log(`  excluded: ${place}`);

const days: PageDay[] = [];
for (let day = 1; day <= Number(values.days); day += 1) {
  await each(
    calibrated.toSorted((one, other) => one.id - other.id),
    (monitor) => watchDay(monitor, day),
  );
  const wrong = days.filter(({ verdict }) => verdict === 'missed' || verdict === 'false');
  console.log(`day ${day}: ${days.length} page days, ${wrong.length} wrong, ${minutes()}`);
}

async function watchDay(monitor: Watched, day: number): Promise<void> {
  const { name, page, id } = monitor;
  const truth = page.nextDay();
  const checks = await runOnce(monitor);
  const verdict = verdictOf(truth, page, checks);
  const { mode, noise } = page;
  const outcomes = checks.map(({ outcome }) => outcome);
  const about: PageDay = {
    day,
    page: name,
    mode,
    noise,
    ...truth,
    outcomes,
    verdict,
    found: foundIn(checks),
  };
  days.push(about);
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(about)}\n`);
  if (verdict === 'form') await tasks.accept(id, checks.at(-1)?.request ?? '', 'variant');
  if (verdict === 'missed' || verdict === 'false') await saveImages(monitor, about, checks);
}

function verdictOf(
  { change }: Day,
  { mode, noise }: ChangingPage,
  checks: readonly MonitorCheck[],
): PageDay['verdict'] {
  const isReported = checks.some(({ outcome }) => outcome === 'changed');
  if (isExpected(change, mode)) return isReported ? 'reported' : 'missed';
  if (!isReported) return 'quiet';
  return noise.includes('variant of an A/B test') ? 'form' : 'false';
}

async function saveImages(
  { id }: Watched,
  { day, page }: PageDay,
  checks: readonly MonitorCheck[],
): Promise<void> {
  if (values.images === undefined) return;
  mkdirSync(values.images, { recursive: true });
  const prefix = join(values.images, `${day}-${page.replaceAll(/\W/g, '-')}`);
  writeFileSync(
    `${prefix}.json`,
    JSON.stringify({ checks, monitor: await tasks.monitor(id) }, null, 1),
  );
  const last = checks.at(-1);
  const files = { before: last?.before?.image, after: last?.after?.image, overlay: last?.overlay };
  for (const [part, url] of Object.entries(files)) {
    if (url === undefined) continue;
    const answer = await fetch(url, { headers: { 'x-access-key': accessKey } });
    writeFileSync(`${prefix}-${part}.png`, Buffer.from(await answer.arrayBuffer()));
  }
}

const checkCount = calibrated.reduce((sum, { checks }) => sum + checks, 0);
console.log(
  `${calibrated.length} pages, ${values.days} days, ${checkCount} checks in ${minutes()}`,
);
printFigures(days);
await service.stop();
site.stop();
