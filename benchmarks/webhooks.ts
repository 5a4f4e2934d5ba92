/**
 * Webhooks of twenty accounts, one of which uses ever new hosts that never answer: how long the
 * others wait.
 *
 * node --conditions=@tintype/source benchmarks/webhooks.ts [--seconds 30]
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type RequestListener,
} from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEgress } from '@tintype/egress';
import { openSqliteStore, type NewRequest } from '@tintype/store';
import { createDeliverer, deliveryFor } from '@tintype/webhooks';
import { median, quantile } from './median.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } });
const durationMs = Number(values.seconds) * 1_000;
const accounts = 20;
/** Each of the others sends so many a second; the hostile one ten times as many. */
const aSecond = 4;
const silentHosts = 240;

const listen = (server: Server, host: string) =>
  new Promise<number>((resolve) =>
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port)),
  );

const dataDir = await mkdtemp(join(tmpdir(), 'tintype-bench-webhooks-'));
const store = await openSqliteStore({ dataDir, now: Date.now });
const egress = createEgress({ allow: ['127.0.0.0/8'] });
const deliverer = createDeliverer({ store, egress, now: Date.now, allowHttp: true });

/** When each webhook was put into the outbox, and how long it was on its way, by account. */
const started = new Map<string, number>();
const waits = new Map<string, number[]>();
const answer: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    response.writeHead(204).end();
    const { id } = JSON.parse(body) as { id: string };
    waits.get(request.url ?? '')?.push(performance.now() - (started.get(id) ?? 0));
  });
};
const receivers: HttpServer[] = [];
const silent: Server[] = [];
const dead: string[] = [];
for (let at = 1; at <= silentHosts; at += 1) {
  const server = createServer(() => {});
  const host = `127.0.1.${at}`;
  silent.push(server);
  dead.push(`http://${host}:${await listen(server, host)}/`);
}

async function put(accountId: string, url: string): Promise<void> {
  const request: NewRequest = {
    id: randomUUID(),
    accountId,
    kind: 'screenshot',
    parameters: {},
    baseUrl: 'https://shots.example',
    webhook: { url, signed: true },
  };
  const error = { statusCode: 504, error: '', message: '', code: 'timeout' as const };
  const delivery = deliveryFor(request, { error, createdAt: Date.now() });
  started.set(request.id, performance.now());
  await store.requests.recordFinished(request, { error }, delivery);
  deliverer.wake();
}

/** Puts at an even rate, whatever becomes of it. */
async function keepPutting(accountId: string, rate: number, urlOf: (at: number) => string) {
  const end = performance.now() + durationMs;
  for (let at = 0; performance.now() < end; at += 1) {
    await put(accountId, urlOf(at));
    await delay(1_000 / rate);
  }
}

const jain = (figures: readonly number[]) =>
  figures.reduce((sum, x) => sum + x, 0) ** 2 /
  (figures.length * figures.reduce((sum, x) => sum + x * x, 0));

try {
  deliverer.start();
  const work: Promise<void>[] = [];
  for (let at = 0; at < accounts; at += 1) {
    const { account } = await store.accounts.create({ name: `${at}`, plan: 'scale' });
    const path = `/${at}`;
    if (at === 0) {
      work.push(keepPutting(account.id, aSecond * 10, (n) => dead[n % dead.length] ?? ''));
      // It has filled all that it may have before the others come.
      await delay(2_000);
      continue;
    }
    waits.set(path, []);
    const receiver = createHttpServer(answer);
    receivers.push(receiver);
    const host = `127.0.2.${at}`;
    const port = await listen(receiver, host);
    work.push(keepPutting(account.id, aSecond, () => `http://${host}:${port}${path}`));
  }
  await Promise.all(work);
  await delay(1_000);
  const all = [...waits.values()];
  const flat = all.flat();
  const at = (share: number) => Math.round(quantile(flat, share));
  console.table({
    'delivered, of those that were to be': `${flat.length} of ${started.size - (await deadCount())}`,
    "Jain's index, webhooks delivered": jain(all.map(({ length }) => length)).toFixed(3),
    "Jain's index, medians of waiting": jain(all.map((each) => median(each))).toFixed(3),
    'p50, ms': at(0.5),
    'p99, ms': at(0.99),
    'longest, ms': at(1),
  });
} finally {
  for (const receiver of receivers) {
    receiver.closeAllConnections();
    receiver.close();
  }
  for (const server of silent) server.close();
  await Promise.race([deliverer.stop(), delay(6_000)]);
  await egress.close();
  await store.close();
  await rm(dataDir, { recursive: true });
}

async function deadCount(): Promise<number> {
  const [first] = await store.accounts.list({ limit: 1 });
  let count = 0;
  for (let before: string | undefined; ;) {
    const page = await store.outbox.list({
      accountId: first?.id ?? '',
      limit: 1_000,
      ...(before !== undefined && { before }),
    });
    count += page.length;
    before = page.at(-1)?.id;
    if (before === undefined) return count;
  }
}
