/**
 * How many requests a second several workers accept, claim and finish on one Postgres server of
 * this machine.
 *
 * node --conditions=@tintype/source benchmarks/store-postgres.ts [--url postgres://...] [--seconds
 * 3] [--workers 1,4,16] [--rows 0]
 *
 * Each worker is a store of its own, as a service has, with two connections; all are in one
 * process. --rows so many finished requests lie behind. Without --url, a server is started that
 * waits for its disk (fsync), as one in service does.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostgresStore, type RequestClaim, type Store } from '@tintype/store';
import { startPostgres } from '@tintype/testkit';
import pg from 'pg';
import { v7 as uuid } from 'uuid';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1,4,16' },
    rows: { type: 'string', default: '0' },
  },
});
const server =
  values.url === undefined
    ? await startPostgres({ settings: { fsync: 'on', shared_buffers: '512MB' } })
    : undefined;
const url = values.url ?? server?.url;
if (url === undefined) throw new Error('There is no Postgres here: name one with --url.');
const dataDir = await mkdtemp(join(tmpdir(), 'tintype-bench-store-'));
const forMs = Number(values.seconds) * 1000;

const first = await openPostgresStore({ url, dataDir });
const accounts = await Promise.all(
  Array.from({ length: 50 }, async () => {
    const { account } = await first.accounts.create({ name: randomUUID(), plan: 'scale' });
    return account.id;
  }),
);
await addRows(url, Number(values.rows));

const table: Record<string, Record<string, number>> = {};
for (const count of values.workers.split(',').map(Number)) {
  const stores = await Promise.all(
    Array.from({ length: count }, () => openPostgresStore({ url, dataDir, connections: 2 })),
  );
  const claims: RequestClaim[][] = stores.map(() => []);
  table[`${count} workers`] = {
    'accept/s': await measure(stores, async (store) => {
      await store.requests.enqueue(newRequest(), 1_000_000_000, { waiting: 1_000_000_000 });
      return true;
    }),
    'claim/s': await measure(stores, async (store, at) => {
      const [claim] = await store.requests.claim({ leaseMs: 600_000, limit: 1, records: false });
      if (claim) claims[at]?.push(claim);
      return claim !== undefined;
    }),
    'finish/s': await measure(stores, async (store, at) => {
      const claim = claims[at]?.pop();
      return claim !== undefined && (await store.requests.succeed(claim, { counts: true }));
    }),
  };
  await Promise.all(stores.map((store) => store.close()));
}
console.table(table);
if (Number(values.rows) > 0) await sweepRows(Number(values.rows));
await first.close();
await server?.stop();
await rm(dataDir, { recursive: true });

/** So many times a second; until the time is over, or there is nothing more to do. */
async function measure(
  stores: readonly Store[],
  once: (store: Store, at: number) => Promise<boolean>,
): Promise<number> {
  const startMs = performance.now();
  const counts = await Promise.all(
    stores.map(async (store, at) => {
      let count = 0;
      while (performance.now() - startMs < forMs && (await once(store, at))) count += 1;
      return count;
    }),
  );
  const sum = counts.reduce((all, one) => all + one, 0);
  return Math.round((sum / (performance.now() - startMs)) * 1000);
}

/** Measures how many expired rows are removed in a second. */
async function sweepRows(count: number): Promise<void> {
  const startMs = performance.now();
  const { requests } = await first.sweep({ requestsMs: 24 * 3_600_000, deliveriesMs: 3_600_000 });
  const seconds = (performance.now() - startMs) / 1000;
  console.log(
    `${requests} of ${count} swept in ${seconds.toFixed(1)} s: ${Math.round(requests / seconds)} a second`,
  );
}

function newRequest() {
  return {
    id: uuid(),
    accountId: accounts[Math.floor(Math.random() * accounts.length)] ?? '',
    kind: 'screenshot' as const,
    parameters: { url: 'https://example.com/', full_page: true },
    baseUrl: 'https://shots.example',
  };
}

/** Finished requests of the accounts, as if they had come one by one. */
async function addRows(place: string, count: number): Promise<void> {
  if (count === 0) return;
  const client = new pg.Client({ connectionString: place, options: '-c search_path=tintype' });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO requests (id, account_id, kind, parameters, base_url, details, status, created_at, finished_at)
     SELECT lpad(i::TEXT, 36, '0'), ($1::TEXT[])[1 + i % 50], 'screenshot', '', '', '\\x00', 'succeeded', i, i
     FROM generate_series(1, $2::INT) AS i`,
    [accounts, count],
  );
  // As they lie some days later.
  await client.query('VACUUM (ANALYZE) requests');
  await client.query('CHECKPOINT');
  await client.end();
}
