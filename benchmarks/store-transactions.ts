/**
 * What one render costs a Postgres server: transactions, statements, bytes of its log, and
 * milliseconds of a core of those who serve connections.
 *
 * node --conditions=@tintype/source benchmarks/store-transactions.ts [--renders 500]
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostgresStore, type NewFile, type Store } from '@tintype/store';
import { startPostgres } from '@tintype/testkit';
import pg from 'pg';
import { v7 as uuid } from 'uuid';

const { values } = parseArgs({ options: { renders: { type: 'string', default: '500' } } });
const renders = Number(values.renders);
const found = await startPostgres({
  settings: {
    fsync: 'on',
    shared_buffers: '256MB',
    shared_preload_libraries: 'pg_stat_statements',
    autovacuum: 'off',
  },
});
if (found === undefined) throw new Error('There is no Postgres here.');
const server = found;
const dataDir = await mkdtemp(join(tmpdir(), 'tintype-bench-store-'));
await (await openPostgresStore({ url: server.url, dataDir })).close();
await ask('CREATE EXTENSION pg_stat_statements');
const [{ data_directory: dataDirectory = '' } = {}] = await ask<{ data_directory?: string }>(
  'SHOW data_directory',
);

interface Cost {
  transactions: number;
  statements: number;
  wal: number;
  cpuMs: number;
}

console.table({
  'nothing, for as long as that takes': await costOf(async () => {}),
  'a direct render that is not stored': await costOf(direct),
  'an async render with a file': await costOf((store, id) => later(store, id, false)),
  'the same with a webhook': await costOf((store, id) => later(store, id, true)),
  'a render of an account with a concurrency, beside that': await costOf(shared),
});
await server.stop();
await rm(dataDir, { recursive: true });

async function direct(store: Store, accountId: string): Promise<void> {
  await store.usage.takeRate(accountId, 1_000_000);
  const id = await store.usage.reserve(accountId, 1_000_000);
  if (id !== undefined) await store.usage.settle(id);
}

async function later(store: Store, accountId: string, hasWebhook: boolean): Promise<void> {
  await store.usage.takeRate(accountId, 1_000_000);
  const url = 'https://receiver.example/';
  const request = {
    id: uuid(),
    accountId,
    kind: 'screenshot' as const,
    parameters: { url: 'https://example.com/', full_page: true, cache: false },
    baseUrl: 'https://shots.example',
    ...(hasWebhook && { webhook: { url, signed: true } }),
  };
  await store.requests.enqueue(request, 1_000_000, { waiting: 10_000, storedBytes: 1e12 });
  const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1, records: false });
  if (!claim) throw new Error('Nothing to claim.');
  await store.capacity.kept(accountId);
  const delivery = { accountId, requestId: request.id, url, signed: true, body: '{}' };
  const file = newFile();
  await store.requests.succeed(claim, { file, counts: true }, hasWebhook ? delivery : undefined);
  if (!hasWebhook) return;
  const [sent] = await store.outbox.claimDue({
    leaseMs: 60_000,
    limit: 1,
    perAccount: 9,
    perHost: 9,
    slowLane: 9,
  });
  if (!sent) throw new Error('Nothing to send.');
  await store.outbox.acknowledge(sent, 200);
}

async function shared(store: Store, accountId: string): Promise<void> {
  await store.slots?.hold(accountId, { running: 0, wanted: 1, limit: 4 });
  await store.slots?.hold(accountId, { running: 0, wanted: 0, limit: 4 });
}

function newFile(): NewFile {
  return {
    name: randomUUID().replaceAll('-', '').repeat(2),
    extension: 'png',
    mediaType: 'image/png',
    bytes: 12,
    sha256: 'ab'.repeat(32),
    expiresAt: Date.now() + 3_600_000,
  };
}

/** For each, without what a start and an end cost: what so many cost more than none. */
async function costOf(once: (store: Store, accountId: string) => Promise<void>): Promise<Cost> {
  const none = await measure(0, once);
  const some = await measure(renders, once);
  const each = (name: keyof Cost) => Math.round(((some[name] - none[name]) / renders) * 10) / 10;
  return {
    transactions: each('transactions'),
    statements: each('statements'),
    wal: each('wal'),
    cpuMs: each('cpuMs'),
  };
}

async function measure(
  count: number,
  once: (store: Store, accountId: string) => Promise<void>,
): Promise<Cost> {
  const store = await openPostgresStore({ url: server.url, dataDir, connections: 2 });
  const { account } = await store.accounts.create({ name: randomUUID(), plan: 'scale' });
  await ask('CHECKPOINT');
  const before = await read();
  for (let done = 0; done < count; done += 1) await once(store, account.id);
  // A connection tells what it did when it ends.
  await store.close();
  const after = await read();
  return {
    transactions: after.transactions - before.transactions,
    statements: after.statements - before.statements,
    wal: after.wal - before.wal,
    cpuMs: after.cpuMs - before.cpuMs,
  };
}

async function read(): Promise<Cost> {
  const [row] = await ask<Omit<Cost, 'cpuMs'>>(`SELECT
    (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::FLOAT8 AS transactions,
    (SELECT sum(calls) FROM pg_stat_statements)::FLOAT8 AS statements,
    (pg_current_wal_insert_lsn() - '0/0')::FLOAT8 AS wal`);
  if (row === undefined) throw new Error('No row.');
  return { ...row, cpuMs: cpuOfEnded() };
}

/** CPU time of the server's ended children (Linux): each connection is one. */
function cpuOfEnded(): number {
  const [, pid = ''] =
    /^(\d+)/.exec(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8')) ?? [];
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which can have blanks: fields 3 and so on of proc_pid_stat(5), in hundredths
  // of a second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
