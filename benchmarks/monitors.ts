/**
 * A month of monitors in a few minutes: pages change by a script that records the truth, and one
 * service watches them. Counts changes that were missed, and reports of what was no change.
 *
 * node monitors.ts [--corpus FOLDER] [--pages 6] [--days 30] [--seed 1]
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@tintype/client';
import type { MonitorCheck } from '@tintype/contract/wire';
import { changeTypes, createChangingPage, noiseTypes, type ChangingPage } from './changing-page.ts';
import { readPages } from './read-pages.ts';
import { serve } from './serve.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: '' },
    pages: { type: 'string', default: '6' },
    days: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});

const sources = await readPages(values.corpus, Number(values.pages));
const pages = new Map<string, ChangingPage>();
for (const [at, { name, html }] of sources.entries()) {
  pages.set(name, createChangingPage(html, Number(values.seed) * 1_000 + at, at));
}
const files = new Map(sources.flatMap(({ files: own }) => [...own]));
const site = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
  const page = pages.get(path);
  const file = files.get(path);
  if (page === undefined) return void response.writeHead(file ? 200 : 404).end(file);
  const { status, html } = page.load();
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const { port } = site.address() as { port: number };

const service = await serve(['--egress-allow', '127.0.0.1', '--concurrency', '2']);
const { address: baseUrl, dataDir } = service;
const keys = await readFile(join(dataDir, 'new-keys.env'), 'utf8');
const accessKey = /ACCESS_KEY='(\S+)'/.exec(keys)?.[1] ?? '';
const { tasks } = createClient({ baseUrl, accessKey });
const ids = new Map<string, number>();
for (const name of pages.keys()) {
  const url = `http://127.0.0.1:${port}/${encodeURIComponent(name)}`;
  const query = { url, full_page: true, viewport_width: 1000 };
  const calendar = { name: name.slice(0, 100), frequency: 'every_month' as const };
  const { id } = await tasks.create({
    ...calendar,
    api: 'screenshot',
    query,
    watch: { keep: 1000 },
  });
  ids.set(name, id);
}

/** Runs all monitors, and waits until none follows by itself. */
async function runAll(): Promise<void> {
  for (const id of ids.values()) await tasks.run(id);
  for (const id of ids.values()) {
    const known = done.get(id) ?? 0;
    for (;;) {
      const checks = (await tasks.checks(id, { limit: 1_000 })).toReversed();
      const [before, last] = [checks.at(-2)?.outcome, checks.at(-1)?.outcome];
      const runsAgain =
        last === 'calibrating' || last === 'unconfirmed' || (last === 'failed' && before !== last);
      if (checks.length > known && !runsAgain) {
        done.set(id, checks.length);
        break;
      }
      await delay(100);
    }
  }
}
const done = new Map<number, number>();

const figures = { days: 0, missed: [] as string[], reported: 0, changes: 0, false: [] as string[] };
const failures = { days: 0, reported: 0 };
const byType = new Map<string, { made: number; reported: number }>();
const startedAt = performance.now();
await runAll();
for (let day = 1; day <= Number(values.days); day += 1) {
  const truth = new Map([...pages].map(([name, page]) => [name, page.nextDay()]));
  const before = new Map(done);
  await runAll();
  for (const [name, { change, isDown }] of truth) {
    const id = ids.get(name) ?? 0;
    const all = (await tasks.checks(id, { limit: 1_000 })).toReversed();
    const today = all.slice(before.get(id) ?? 0);
    const isReported = today.some(({ outcome }) => outcome === 'changed');
    const place = `day ${day}, ${name}: ${change ?? 'nothing'}, ${told(today)}`;
    figures.days += 1;
    if (isDown) {
      failures.days += 1;
      failures.reported += today.filter(({ outcome }) => outcome === 'failed').length === 2 ? 1 : 0;
      if (isReported) figures.false.push(place);
      continue;
    }
    if (change !== undefined) {
      figures.changes += 1;
      const counts = byType.get(change) ?? { made: 0, reported: 0 };
      byType.set(change, { made: counts.made + 1, reported: counts.reported + Number(isReported) });
      if (isReported) figures.reported += 1;
      else figures.missed.push(place);
    } else if (isReported) figures.false.push(place);
  }
}
/** The outcomes of a day, and what its last check found. */
function told(today: readonly MonitorCheck[]): string {
  const { visual, text, error = '' } = today.at(-1) ?? {};
  const regions = (visual?.regions ?? []).map((region) => JSON.stringify(region));
  const found = [error, ...regions, text?.diff ?? ''].join(' ').slice(0, 600);
  return `${today.map(({ outcome }) => outcome).join(' ')}; ${found}`;
}

const checks = [...done.values()].reduce((sum, count) => sum + count, 0);
const seconds = (performance.now() - startedAt) / 1000;
console.log(`${pages.size} pages, ${figures.days} days of a page, noise: ${noiseTypes.join(', ')}`);
console.log(`${checks} checks in ${seconds.toFixed(0)} s`);
console.log(`changes: ${figures.reported} of ${figures.changes} reported on the day`);
for (const type of changeTypes) {
  const { made, reported } = byType.get(type) ?? { made: 0, reported: 0 };
  console.log(`  ${type}: ${reported} of ${made}`);
}
for (const place of figures.missed) console.log(`  missed: ${place}`);
console.log(`false reports: ${figures.false.length}`);
for (const place of figures.false) console.log(`  false: ${place}`);
console.log(`error pages: ${failures.reported} of ${failures.days} days reported as failures`);
await service.stop();
site.close();
