/**
 * What every call of the store costs with a million rows in each table: the time until its answer,
 * and the time that it takes of the thread that calls.
 *
 * node --conditions=@tintype/source benchmarks/store-calls.ts [--folder FOLDER] [--rounds 30]
 *
 * A folder that is named is filled once (some minutes, 3 GB) and used again the next time.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createSqliteStore,
  openSqliteStore,
  type DeliveryClaim,
  type IdempotentRequest,
  type NewTask,
  type RequestClaim,
  type Store,
} from '@tintype/store';
import { median } from './median.ts';
import { fill, fillStore } from './store-rows.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string' }, rounds: { type: 'string', default: '30' } },
});
/** Maximum time of a call in the calling thread, which serves requests meanwhile. */
const BOUND_MS = 5;
const rounds = Number(values.rounds);
const dataDir = values.folder ?? (await mkdtemp(join(tmpdir(), 'tintype-bench-calls-')));
if (!existsSync(join(dataDir, 'tintype.db'))) {
  await createSqliteStore({ dataDir, now: Date.now }).close();
  fillStore(join(dataDir, 'tintype.db'), Date.now());
}
const store = await openSqliteStore({ dataDir, now: Date.now });

let serial = Date.now();
const one = () => fill.waiting + (serial++ % (fill.rows - fill.waiting));
const numbered = (prefix: string, digits = 8) => `${prefix}-${String(one()).padStart(digits, '0')}`;
const owner = () => `owner-${String(one() % fill.owners).padStart(5, '0')}`;
const error = { statusCode: 504, error: 'Gateway Timeout', message: 'x', code: 'timeout' } as const;
const request = (accountId = owner()) => ({
  id: randomUUID(),
  accountId,
  kind: 'screenshot' as const,
  parameters: { url: 'https://example.com/', full_page: true },
  baseUrl: 'https://shots.example',
});
const file = () => ({
  name: `${randomUUID()}${randomUUID()}`.replaceAll('-', ''),
  extension: 'png',
  mediaType: 'image/png',
  bytes: 1000,
  sha256: 'ab'.repeat(32),
  expiresAt: Date.now() + 1e9,
});
const task = (): NewTask => ({
  accountId: owner(),
  name: 'a',
  kind: 'pdf',
  query: 'url=https://example.com',
  frequency: 'custom',
  crontab: '* * * * *',
  timezone: 'Etc/UTC',
  enabled: true,
  nextRunAt: Date.now() + 1e9,
  baseUrl: 'https://shots.example',
});
const bounds = { leaseMs: 60_000, perHost: 4, perAccount: 16, slowLane: 8 };

const claims: RequestClaim[] = [];
const deliveries: DeliveryClaim[] = [];
const tokens: string[] = [];
const repeatable: IdempotentRequest[] = [];
const made: string[] = [];
const mine = await store.accounts.create({ name: randomUUID(), plan: 'scale' });
const account = mine.account.id;
const page = { limit: 100 };
const claim = () => claims.pop() ?? fail('There are no more claims of requests.');
const delivery = () => deliveries.pop() ?? fail('There are no more claims of deliveries.');
const account1 = async () => (made.push((await newAccount()).account.id), made.at(-1));
const newAccount = () => store.accounts.create({ name: randomUUID(), plan: 'pro' });

function fail(message: string): never {
  throw new Error(message);
}

type Methods = { [Port in PortName]: Partial<Record<keyof Store[Port], () => Promise<unknown>>> };
type PortName =
  | 'accounts'
  | 'usage'
  | 'requests'
  | 'batches'
  | 'files'
  | 'capacity'
  | 'idempotency'
  | 'outbox'
  | 'tasks';

/** Methods to measure. */
const calls: Methods = {
  accounts: {
    create: account1,
    createFirst: () => store.accounts.createFirst({ name: 'x', plan: 'pro' }),
    ensure: () => store.accounts.ensure({ name: 'ensured', plan: 'pro' }),
    list: () => store.accounts.list(page),
    get: () => store.accounts.get(numbered('account')),
    findByName: () => store.accounts.findByName(numbered('name')),
    findByAccessKey: () => store.accounts.findByAccessKey(mine.keys.accessKey),
    findByPublishableKey: () => store.accounts.findByPublishableKey('pk_012345678901234567890'),
    publish: () => store.accounts.publish(account, ['pdf']),
    unpublish: () => store.accounts.unpublish(account),
    secretKey: () => store.accounts.secretKey(account),
    secretKeys: () => store.accounts.secretKeys(account),
    rotate: () => store.accounts.rotate(account, 'secret'),
    update: () => store.accounts.update(account, { ratePerMinute: (serial++ % 1000) + 1 }),
    revoke: () => store.accounts.revoke(made.pop() ?? ''),
  },
  usage: {
    takeRate: () => store.usage.takeRate(account, 1e6),
    rateState: () => store.usage.rateState(account, 1e6),
    reserve: async () => tokens.push((await store.usage.reserve(account, 1e9)) ?? fail('none')),
    lower: () => store.usage.lower(randomUUID(), 1),
    settle: () => store.usage.settle(tokens.pop() ?? ''),
    release: () => store.usage.release(randomUUID()),
    used: () => store.usage.used(numbered('account')),
    byDay: () => store.usage.byDay(numbered('account'), 31),
  },
  batches: {
    create: () => store.batches.create({ ...request(), id: randomUUID() }, [request()], undefined),
    getFor: () => store.batches.getFor(owner(), randomUUID()),
    cancel: () =>
      store.batches.cancel(owner(), randomUUID(), {
        statusCode: 499,
        error: 'e',
        message: 'm',
        code: 'cancelled',
      }),
    ended: () => store.batches.ended(10),
    finish: () => store.batches.finish(randomUUID()),
  },
  requests: {
    enqueue: () => store.requests.enqueue(request(), undefined),
    recordFinished: () => store.requests.recordFinished(request(), { file: file() }),
    get: () => store.requests.get(numbered('request')),
    getFor: () => store.requests.getFor(owner(), numbered('request')),
    list: () => store.requests.list(owner(), page),
    search: () => store.requests.search(owner(), { ...page, match: { host: 'nowhere.example' } }),
    remove: () => store.requests.remove(owner(), randomUUID()),
    nextDueAt: () => store.requests.nextDueAt(),
    counts: () => store.requests.counts(),
    claim: async () => claims.push(...(await store.requests.claim({ leaseMs: 60_000, limit: 8 }))),
    extend: () => store.requests.extend(claims[0] ?? fail('none'), 60_000),
    succeed: () => store.requests.succeed(claim(), { file: file(), counts: true }),
    fail: () => store.requests.fail(claim(), { error }),
    retryLater: () => store.requests.retryLater(claim(), Date.now() + 10_000),
    putBack: () => store.requests.putBack(claim()),
  },
  files: {
    add: () => store.files.add(owner(), file()),
    reuse: () => store.files.reuse(owner(), file(), Date.now() + 1e9),
    addTrace: () =>
      store.files.addTrace(owner(), `${Math.random()}`, file(), {
        traces: 20,
        bytes: 1e9,
        storedBytes: 1e12,
      }),
    traceOf: () => store.files.traceOf(owner(), 'none'),
    get: () => store.files.get(file().name),
    expired: () => store.files.expired(100),
    remove: () => store.files.remove([file().name]),
  },
  capacity: {
    kept: () => store.capacity.kept(owner()),
    databaseBytes: () => store.capacity.databaseBytes(),
    check: () => store.capacity.check(),
    checkDisk: () => store.capacity.checkDisk(),
  },
  idempotency: {
    begin: async () => {
      repeatable.push({ accountId: owner(), key: randomUUID(), fingerprint: 'ab'.repeat(32) });
      return store.idempotency.begin(repeatable.at(-1) ?? fail('none'));
    },
    finish: () =>
      store.idempotency.finish(repeatable.pop() ?? fail('none'), { answer: '{}' }, undefined),
    abandon: () =>
      store.idempotency.abandon({ accountId: owner(), key: 'x', fingerprint: 'ab'.repeat(32) }),
    dropAnswered: () =>
      store.idempotency.dropAnswered(
        { accountId: owner(), key: 'x', fingerprint: 'ab'.repeat(32) },
        {},
      ),
  },
  outbox: {
    claimDue: async () =>
      deliveries.push(...(await store.outbox.claimDue({ ...bounds, limit: 8 }))),
    acknowledge: () => store.outbox.acknowledge(delivery(), 200),
    postpone: () =>
      store.outbox.postpone(delivery(), { error: 'x', nextAttemptAt: Date.now() + 1e6 }),
    giveUp: () => store.outbox.giveUp(delivery(), { error: 'x' }),
    putBack: () => store.outbox.putBack(delivery()),
    get: () => store.outbox.get(numbered('delivery')),
    list: () => store.outbox.list({ state: 'failed', limit: 100 }),
    retry: () => store.outbox.retry(numbered('delivery')),
    retryFor: () => store.outbox.retryFor(owner(), numbered('delivery'), { waiting: 1_000 }),
    nextDueAt: () => store.outbox.nextDueAt(),
    counts: () => store.outbox.counts(),
  },
  tasks: {
    create: () => store.tasks.create(task(), 1_000),
    list: () => store.tasks.list(owner(), page),
    get: () => store.tasks.get(owner(), one()),
    find: () => store.tasks.find(one()),
    update: () =>
      store.tasks.update(
        `owner-${String(serial % fill.owners).padStart(5, '0')}`,
        serial++ % fill.rows,
        { name: 'b', query: 'url=https://example.com' },
      ),
    remove: () => store.tasks.remove(owner(), one()),
    due: () => store.tasks.due(25),
    startRun: async () => {
      const [due] = await store.tasks.due(1);
      const { id, nextRunAt = 0, accountId } = due ?? fail('No task is due.');
      const next = { scheduledFor: nextRunAt, nextRunAt: nextRunAt + 1e9 };
      return store.tasks.startRun({ taskId: id, ...next, request: request(accountId) });
    },
    skip: () => store.tasks.skip(one(), 1, 2),
    nextDueAt: () => store.tasks.nextDueAt(),
  },
};

const table: Record<string, Record<string, number>> = {};
for (const [port, methods] of Object.entries(calls)) {
  for (const [name, once] of Object.entries<() => Promise<unknown>>(methods)) {
    const times: number[] = [];
    const cpuBefore = process.threadCpuUsage();
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await once();
      times.push(performance.now() - startedAt);
    }
    const { user, system } = process.threadCpuUsage(cpuBefore);
    table[`${port}.${name}`] = {
      'median ms': Number(median(times).toFixed(2)),
      'most ms': Number(Math.max(...times).toFixed(2)),
      'this thread ms': Number(((user + system) / 1000 / rounds).toFixed(2)),
    };
  }
}
console.table(table);
const over = (column: string) =>
  Object.entries(table).flatMap(([name, row]) => ((row[column] ?? 0) > BOUND_MS ? [name] : []));
const blocking = over('this thread ms');
console.log(`More than ${BOUND_MS} ms of this thread: ${blocking.join(', ') || 'none'}`);
console.log(`More than ${BOUND_MS} ms until the answer: ${over('median ms').join(', ') || 'none'}`);
await store.close();
if (values.folder === undefined) await rm(dataDir, { recursive: true });
process.exitCode = blocking.length === 0 ? 0 : 1;
