/**
 * How the processor time of a render grows: with the length of the page, of a list, with
 * concurrency, and with workers on one database.
 *
 * node --conditions=@tintype/source benchmarks/growth.ts [--lists 10,100,1000] [--at 1,2,4,8]
 * [--only pages,lists,concurrency,workers] [--chart FILE.svg]
 *
 * The pages are those of a generated shop, 1280x1080, JPEG; long ones are of text, 1280x600. For a
 * list the CPU of its first and last tenth is given, of at least ten pages: what accumulates would
 * make the last one larger. The chart shows all tenths of the longest list.
 */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openPostgresStore } from '@tintype/store';
import { startPostgres } from '@tintype/testkit';
import { createRenderer, type Renderer, type ScreenshotInput } from 'tintype';
import { barChart } from './report/bar-chart.ts';
import { childPids, ownTimeMs, treeTimeMs } from './process-time.ts';
import { serve } from './serve.ts';
import { writeShop } from './shop-pages.ts';
import { startCorpus } from './start-corpus.ts';

const { values } = parseArgs({
  options: {
    lists: { type: 'string', default: '10,100,1000' },
    at: { type: 'string', default: '1,2,4,8' },
    chart: { type: 'string' },
    only: { type: 'string', default: 'pages,lists,concurrency,workers' },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const lists = numbers(values.lists);
const egress = { allow: ['127.0.0.0/8'] };

const folder = await writeShop(Math.max(...lists));
const shop = await startCorpus(folder);
const urls = shop.pages.map((page) => `http://127.0.0.2:${shop.port}/${page}`);
const parts: Record<string, () => Promise<void>> = {
  pages: measurePages,
  lists: measureLists,
  concurrency: measureConcurrency,
  workers: measureWorkers,
};
try {
  for (const part of values.only.split(',')) {
    const measure = parts[part];
    if (!measure) throw new Error(`--only: ${part} is none of ${Object.keys(parts).join(', ')}`);
    await measure();
  }
} finally {
  shop.stop();
  await rm(folder, { recursive: true });
}

/** Runs work with a warm engine, and a function that returns the CPU time so far. */
async function withEngine(
  concurrency: number,
  work: (renderer: Renderer, cpuMs: () => number) => Promise<void>,
): Promise<void> {
  const before = new Set(childPids(process.pid));
  const renderer = createRenderer({ concurrency, egress });
  await renderer.start();
  const pids = childPids(process.pid).filter((pid) => !before.has(pid));
  try {
    await renderer.render({ kind: 'screenshot', url: urls[0] ?? '' });
    await work(renderer, () => treeTimeMs(pids) + ownTimeMs());
  } finally {
    await renderer.stop();
  }
}

async function measurePages(): Promise<void> {
  // JPEG ends at 65,500 px a side.
  const screenPx = 600;
  const repeats = 10;
  const rows: Record<string, Record<string, string>> = {};
  await withEngine(1, async (renderer, cpuMs) => {
    for (const screens of [1, 10, 100]) {
      const line = '<p style="height:20px;margin:0;font:16px sans-serif">One line of text.</p>';
      const html = line.repeat((screens * screenPx) / 20);
      const measure = async (more: Partial<ScreenshotInput>) => {
        const start = cpuMs();
        for (let count = 0; count < repeats; count += 1)
          await renderer.render({
            kind: 'screenshot',
            html,
            viewport_height: screenPx,
            ...more,
          });
        return (cpuMs() - start) / repeats;
      };
      const [first, full] = [await measure({}), await measure({ full_page: true })];
      rows[`${screens} screens`] = {
        'first screen, CPU ms': first.toFixed(0),
        'full page, CPU ms': full.toFixed(0),
        'full page, CPU ms a screen': (full / screens).toFixed(0),
      };
    }
  });
  console.table(rows);
}

async function measureLists(): Promise<void> {
  const rows: Record<string, Record<string, string>> = {};
  for (const length of lists)
    await withEngine(2, async (renderer, cpuMs) => {
      const requests = urls.slice(0, length).map((url) => ({ kind: 'screenshot' as const, url }));
      const startedAt = performance.now();
      const times = [cpuMs()];
      for await (const { error } of renderer.renderAll(requests)) {
        if (error) throw error;
        times.push(cpuMs());
      }
      const part = Math.max(10, Math.ceil(length / 10));
      const spent = (from: number, to: number) =>
        ((times[to] ?? 0) - (times[from] ?? 0)) / (to - from);
      if (values.chart !== undefined && length === Math.max(...lists)) {
        const tenths = Array.from({ length: 10 }, (_, at) => {
          const [from = 0, to = 0] = [at, at + 1].map((tenth) => Math.round((tenth * length) / 10));
          const value = spent(from, to);
          const name = `${from + 1} to ${to}`;
          return { name, value: { median: value, least: value, max: value }, note: ' ms' };
        });
        const title = `CPU of a render in a list of ${length} pages`;
        await writeFile(values.chart, barChart(title, tenths));
      }
      const [first, last] = [spent(0, part), spent(length - part, length)];
      rows[`${length} pages`] = {
        'renders/s': ((length * 1000) / (performance.now() - startedAt)).toFixed(2),
        'CPU ms': ((times[length] ?? 0) / length - (times[0] ?? 0) / length).toFixed(0),
        'first tenth': first.toFixed(0),
        'last tenth': last.toFixed(0),
        'last / first': (last / first).toFixed(2),
        'Node MB': (process.memoryUsage().rss / 1e6).toFixed(0),
      };
    });
  console.table(rows);
}

async function measureConcurrency(): Promise<void> {
  const count = 40;
  const rows: Record<string, Record<string, string>> = {};
  for (const concurrency of numbers(values.at))
    await withEngine(concurrency, async (renderer, cpuMs) => {
      const queue = urls.slice(0, count);
      const [startedAt, start] = [performance.now(), cpuMs()];
      const work = async () => {
        for (let url = queue.shift(); url !== undefined; url = queue.shift())
          await renderer.render({ kind: 'screenshot', url });
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      rows[`${concurrency} at once`] = {
        'renders/s': ((count * 1000) / (performance.now() - startedAt)).toFixed(2),
        'CPU ms': ((cpuMs() - start) / count).toFixed(0),
      };
    });
  console.table(rows);
}

/** A batch over HTTP, by one and by two workers on one Postgres server. */
async function measureWorkers(): Promise<void> {
  const count = 60;
  const rows: Record<string, Record<string, string>> = {};
  for (const workers of [1, 2]) {
    await using started = new AsyncDisposableStack();
    const postgres = await startPostgres();
    if (!postgres) throw new Error('Postgres is not installed.');
    started.defer(() => postgres.stop());
    const masterKey = randomBytes(32).toString('base64');
    const env = {
      TINTYPE_STORE: postgres.url,
      TINTYPE_EGRESS_ALLOW: '127.0.0.0/8',
      TINTYPE_CONCURRENCY: String(2 / workers),
      TINTYPE_MASTER_KEY: masterKey,
    };
    const services = [];
    for (let index = 0; index < workers; index += 1) {
      const service = await serve([], env);
      started.defer(() => service.stop());
      services.push(service);
    }
    const [service] = services;
    const store = await openPostgresStore({
      url: postgres.url,
      dataDir: service?.dataDir ?? '',
      masterKey,
    });
    const { keys } = await store.accounts.create({ name: 'bench', plan: 'scale' });
    await store.close();
    const start = services.map(({ pid }) => treeTimeMs([pid ?? 0]));
    const startedAt = performance.now();
    const body = JSON.stringify({ kind: 'screenshot', urls: urls.slice(0, count) });
    const headers = { 'content-type': 'application/json', 'X-Access-Key': keys.accessKey };
    const post = { method: 'POST', headers, body };
    const accepted = await fetch(`${service?.address}/v1/batches`, post);
    if (accepted.status !== 202) throw new Error(await accepted.text());
    const { id } = (await accepted.json()) as { id: string };
    let succeeded = 0;
    while (succeeded < count) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const status = await fetch(`${service?.address}/v1/batches/${id}`, { headers });
      const told = (await status.json()) as { succeeded: number; failed: number };
      if (told.failed > 0) throw new Error(`${told.failed} requests of the batch failed`);
      ({ succeeded } = told);
    }
    const wallMs = performance.now() - startedAt;
    const cpuMs = services.reduce(
      (sum, { pid }, index) => sum + treeTimeMs([pid ?? 0]) - (start[index] ?? 0),
      0,
    );
    rows[`${workers} workers`] = {
      'renders/s': ((count * 1000) / wallMs).toFixed(2),
      'CPU ms': (cpuMs / count).toFixed(0),
    };
  }
  console.table(rows);
}
