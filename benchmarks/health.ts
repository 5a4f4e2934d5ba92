/**
 * Latency of `/health` while the service is attacked: `tintype serve` as a process of its own, each
 * attack in a thread for some seconds, and one request after another for `/health` from here, as a
 * probe would. Fails if p99 of an attack exceeds the bound. On a busy machine much of a wait is not
 * caused by the service: "own" excludes the time in which its main thread, or this one, could run
 * and had no core (reported by Linux).
 *
 * node --conditions=@tintype/source benchmarks/health.ts [--seconds 5] [--only 'NAME;NAME']
 * [--bound 20]
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { attackNames, type AttackOrder } from './health-attacks.ts';
import { quantile } from './median.ts';
import { serve } from './serve.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    bound: { type: 'string', default: '20' },
  },
});
const seconds = Number(values.seconds);
const boundMs = Number(values.bound);
const wanted = values.only?.split(';') ?? attackNames;
const pauseMs = 3;

/** Starts a new service for each attack, so that attacks do not affect each other. */
const startService = () =>
  serve([], {
    TINTYPE_LOG_LEVEL: 'error',
    TINTYPE_EGRESS_ALLOW: '127.0.0.1',
    TINTYPE_WEBHOOK_ALLOW_HTTP: 'true',
    // No attack shall end because its minute is used up.
    TINTYPE_PLANS: '{"scale":{"ratePerMinute":1000000}}',
  });

/** Milliseconds until the response. */
async function probe(address: string, agent: Agent): Promise<number> {
  const beginMs = performance.now();
  const request = get(`${address}/health`, { agent });
  const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  answer.resume();
  await once(answer, 'end');
  return performance.now() - beginMs;
}

/**
 * Milliseconds since its start in which a thread could run but had no core; 0 if the system does
 * not report it.
 */
function starvedMs(thread: string | number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function measure(name: string) {
  const { address, dataDir, pid, stop } = await startService();
  const keys = await readFile(join(dataDir, 'new-keys.env'), 'utf8');
  const [, accessKey = ''] = /ACCESS_KEY='(\S+)'/.exec(keys) ?? [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // Both sides have run before anything counts.
  for (let n = 0; n < 300; n += 1) await probe(address, agent);
  const order: AttackOrder = { name, address, accessKey };
  const attacker = new Worker(join(import.meta.dirname, 'health-attacks.ts'), {
    workerData: order,
  });
  await once(attacker, 'message');
  const [waits, own]: [number[], number[]] = [[], []];
  let maxMb = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const beforeMs = starvedMs(pid) + starvedMs('thread-self');
    const waitMs = await probe(address, agent);
    const others = starvedMs(pid) + starvedMs('thread-self') - beforeMs;
    waits.push(waitMs);
    own.push(Math.max(0, waitMs - others));
    if (waits.length % 50 === 1) maxMb = Math.max(maxMb, await residentMb(pid));
    await delay(pauseMs);
  }
  attacker.postMessage('stop');
  const [counts] = (await once(attacker, 'message')) as [Record<string, number>];
  await attacker.terminate();
  agent.destroy();
  await stop();
  return {
    attack: name,
    probes: waits.length,
    'p50 ms': rounded(waits, 0.5),
    'p99 ms': rounded(waits, 0.99),
    'own p50 ms': rounded(own, 0.5),
    'own p99 ms': rounded(own, 0.99),
    'own most ms': rounded(own, 1),
    'RSS MiB': maxMb,
    answers: Object.entries(counts)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  };
}

const rounded = (figures: readonly number[], part: number) =>
  Number(quantile(figures, part).toFixed(1));

const rows = [];
for (const name of wanted) rows.push(await measure(name));
console.table(rows);
const late = rows.filter((row) => row['own p99 ms'] > boundMs);
if (late.length > 0) {
  console.log(`above ${boundMs} ms at p99: ${late.map(({ attack }) => attack).join(', ')}`);
  process.exitCode = 1;
}
