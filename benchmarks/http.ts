/**
 * Measures the overhead of HTTP: renders through the service against renders of the library in the
 * same engine, alternating; then cached results and rejections a second, and the latency of
 * rejections when the queue is full.
 *
 * node --conditions=@tintype/source benchmarks/http.ts [--rounds 5] [--seconds 5] [--connections
 * 32] [--page tiny] [--corpus FOLDER]
 *
 * The service runs in a process of its own, and so do the clients (autocannon). For figures of one
 * core, pin it: taskset -c 0 node ...
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { startCorpus } from './start-corpus.ts';
import type { BenchServiceReady } from './http-service.ts';
import { median, spread } from './median.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    page: { type: 'string', default: 'tiny' },
    corpus: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const duration = Number(values.seconds);
const connections = Number(values.connections);
const corpus = await startCorpus(values.corpus);
const page = corpus.pages.find((name) => name.startsWith(values.page));
if (page === undefined) throw new Error(`--page: there is none of ${corpus.pages.join(', ')}`);
const url = `http://127.0.0.2:${corpus.port}/${page}`;
const dataDir = await mkdtemp(join(tmpdir(), 'tintype-bench-http-'));

const service = fork(join(import.meta.dirname, 'http-service.ts'), [dataDir], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
const died = once(service, 'exit').then(() => Promise.reject(new Error('the service ended')));
died.catch(() => {});
const ask = async <T>(message: object): Promise<T> => {
  service.send(message);
  const [answer] = (await Promise.race([once(service, 'message'), died])) as [T];
  return answer;
};

/** Of the service's own process. */
async function cpuUs(): Promise<number> {
  const { user, system } = await ask<NodeJS.CpuUsage>({ cpu: true });
  return user + system;
}

/** Measures how many of these a second, of one kind of response. */
async function load(title: string, options: autocannon.Options, status: number) {
  const before = await cpuUs();
  const result = await autocannon({ connections, duration, ...options });
  const spentUs = (await cpuUs()) - before;
  const { statusCodeStats = {} } = result as {
    statusCodeStats?: Record<string, { count?: number }>;
  };
  const counts = Object.entries(statusCodeStats).map(([code, { count = 0 }]) => [code, count]);
  const all = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  const meant = Number(counts.find(([code]) => code === String(status))?.[1] ?? 0);
  // A minute may start in the middle, and let one through.
  if (meant < 0.99 * all) throw new Error(`${title}: ${JSON.stringify(counts)}`);
  return {
    what: title,
    'a second': Math.round(result.requests.average),
    'CPU us each': Math.round(spentUs / Math.max(1, all)),
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
  };
}

try {
  const { address, accessKey, poorKey } = await ask<BenchServiceReady>({ url });
  const headers = { 'x-access-key': accessKey };
  const shot = `${address}/v1/screenshot?url=${encodeURIComponent(url)}`;
  const render = async () => {
    const beginMs = performance.now();
    const answer = await fetch(shot, { headers });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.bytes();
    return performance.now() - beginMs;
  };
  const [http, library]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [byHttp, byLibrary]: [number[], number[]] = [[], []];
    for (let round = 0; round < 10; round += 1) {
      byHttp.push(await render());
      byLibrary.push((await ask<{ ms: number }>({ render: url })).ms);
    }
    // The first round warms both.
    if (round === 0) continue;
    http.push(median(byHttp));
    library.push(median(byLibrary));
  }
  const ratios = http.map((ms, round) => ms / (library[round] ?? ms));
  console.table([
    {
      page,
      'library ms': median(library).toFixed(1),
      'HTTP ms': median(http).toFixed(1),
      'HTTP / library': spread(ratios, 3),
    },
  ]);

  await (await fetch(`${shot}&cache=true`, { headers })).bytes();
  const rows = [
    await load('cached images, GET', { url: `${shot}&cache=true`, headers }, 200),
    await load('401, a wrong key', { url: shot, headers: { 'x-access-key': 'wrong' } }, 401),
    await load('400, a wrong parameter', { url: `${shot}&image_quality=0`, headers }, 400),
    await load('400, an unknown name', { url: `${shot}&ful_page=1`, headers }, 400),
    await load(
      '429, the minute is used up',
      { url: shot, headers: { 'x-access-key': poorKey } },
      429,
    ),
  ];
  await ask({ hold: true });
  rows.push(await load('429, the queue is full', { url: shot, headers }, 429));
  await ask({ hold: false });
  console.table(rows);
} finally {
  service.kill('SIGTERM');
  await died.catch(() => {});
  corpus.stop();
  await rm(dataDir, { recursive: true, force: true });
}
