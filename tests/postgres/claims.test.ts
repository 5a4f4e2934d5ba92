import { openPostgresStore } from '@tintype/store';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newStoreDatabase, postgresFor, newRequest } from './database.ts';

const server = await postgresFor(t);

const accountCount = 40;
const finished = 5_000;
const waiting = 1_000;
const claimed = 10;
const passedOver = 1_000;

/**
 * 200 of what waits, a row or two of each account, and what is taken itself: not what waits times
 * the accounts.
 */
const maxRows = claimed * (200 + 4 * accountCount + 20);

/** Of a kind that a worker leaves out, before all others: so many of each account. */
const leftOut = 5;
/**
 * Rows are inspected in turn, and those of the current account once more, not all of them for each
 * claim.
 */
const maxRowsBehind = maxRows + claimed * 4 * leftOut;

if (server !== undefined) {
  /** From the tables themselves, and from their indexes. */
  const readRows = (url: string, tables = ['requests', 'open_requests']) =>
    inDatabase(url, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        `SELECT ((SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = ANY($1))
           + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = ANY($1)))::FLOAT8 AS count`,
        [tables],
      );
      return rows[0]?.count ?? 0;
    });

  t.test('what a claim reads does not depend on what has ended', async (t) => {
    const url = await newStoreDatabase(server);
    const dataDir = makeDataDir(t);
    const store = await openPostgresStore({ url, dataDir });
    const accounts = await Promise.all(
      Array.from({ length: accountCount }, async () => {
        const { account } = await store.accounts.create({ name: uuid(), plan: 'scale' });
        return account.id;
      }),
    );
    // As in a service that was idle when the server analysed its tables: nothing waits.
    await inDatabase(url, async (client) => {
      await client.query(
        `INSERT INTO requests (id, account_id, kind, parameters, base_url, details, status, created_at, finished_at)
         SELECT gen_random_uuid()::TEXT, ($1::TEXT[])[1 + i % cardinality($1)], 'screenshot', '', '', '\\x00', 'succeeded', i, i
         FROM generate_series(1, $2::INT) AS i`,
        [accounts, finished],
      );
      await client.query('ANALYZE requests, open_requests');
    });
    for (const accountId of accounts) {
      await store.requests.enqueue(newRequest(accountId), undefined);
    }
    // Behind those.
    await inDatabase(url, (client) =>
      client.query(
        `INSERT INTO requests (id, account_id, kind, parameters, base_url, details, status, created_at, available_at)
         SELECT gen_random_uuid()::TEXT, ($1::TEXT[])[1 + i % cardinality($1)], 'screenshot', '', '', '\\x00', 'queued', made.at, made.at
         FROM generate_series(1, $2::INT) AS i, (SELECT max(available_at) AS at FROM open_requests) AS made`,
        [accounts, waiting - accountCount],
      ),
    );
    await store.close();
    const claim = async (leaveOut: (nth: number) => readonly string[], max: number) => {
      const before = await readRows(url);
      const worker = await openPostgresStore({ url, dataDir });
      const served = new Set<string>();
      for (let count = 0; count < claimed; count += 1) {
        const options = { leaseMs: 60_000, limit: 1, records: false } as const;
        const [one] = await worker.requests.claim({ ...options, excludeKinds: leaveOut(count) });
        t.equal(one?.request.kind, 'screenshot');
        served.add(one?.request.accountId ?? '');
      }
      // A connection tells what it read when it ends.
      await worker.close();
      t.equal(served.size, claimed, 'each of another account');
      const rows = (await readRows(url)) - before;
      t.ok(rows > claimed && rows < max, `${rows} rows and entries of indexes were read`);
    };
    await claim((nth) => (nth % 2 ? ['links'] : []), maxRows);
    await inDatabase(url, (client) =>
      client.query(
        `INSERT INTO requests (id, account_id, kind, parameters, base_url, details, status, created_at, available_at)
         SELECT gen_random_uuid()::TEXT, ($1::TEXT[])[1 + i % cardinality($1)], 'links', '', '', '\\x00', 'queued', i, i
         FROM generate_series(1, $2::INT) AS i`,
        [accounts, leftOut * accountCount],
      ),
    );
    await claim(() => ['links'], maxRowsBehind);
  });

  t.test('requests of a kind that is left out are not read', async (t) => {
    const url = await newStoreDatabase(server);
    const dataDir = makeDataDir(t);
    const store = await openPostgresStore({ url, dataDir });
    const { account } = await store.accounts.create({ name: 'acme', plan: 'scale' });
    await inDatabase(url, async (client) => {
      await client.query(
        `INSERT INTO requests (id, account_id, kind, parameters, base_url, details, status, created_at, available_at)
         SELECT gen_random_uuid()::TEXT, $1, 'links', '', '', '\\x00', 'queued', i, i FROM generate_series(1, $2::INT) AS i`,
        [account.id, passedOver],
      );
      await client.query('ANALYZE requests, open_requests');
    });
    const known = newRequest(account.id);
    await store.requests.enqueue(known, undefined);
    await store.close();
    const before = await readRows(url, ['requests']);
    const worker = await openPostgresStore({ url, dataDir });
    const options = { leaseMs: 60_000, limit: 1, records: false, excludeKinds: ['links'] } as const;
    t.match(await worker.requests.claim(options), [{ request: { id: known.id } }]);
    t.same(await worker.requests.claim(options), []);
    await worker.close();
    const rows = (await readRows(url, ['requests'])) - before;
    t.ok(rows > 0 && rows < 100, `${rows} rows and entries of indexes were read`);
  });

  t.test('the table of open requests follows services of both versions', async (t) => {
    const url = await newStoreDatabase(server);
    const store = closeWith(t, await openPostgresStore({ url, dataDir: makeDataDir(t) }));
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    const open = () =>
      inDatabase(url, async (client) => {
        const { rows } = await client.query<object>(
          `SELECT id, status, holder IS NOT NULL AS held FROM open_requests ORDER BY available_at, id`,
        );
        return rows;
      });
    const first = newRequest(account.id);
    await store.requests.enqueue(first, undefined);
    t.same(await open(), [{ id: first.id, status: 'queued', held: false }]);
    const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
    if (!claim) throw new Error('Nothing was claimed.');
    t.same(await open(), [{ id: first.id, status: 'processing', held: true }]);
    t.ok(await store.requests.putBack(claim));
    t.same(await open(), [{ id: first.id, status: 'queued', held: false }]);
    // As one of the version before claims.
    await inDatabase(url, (client) =>
      client.query(
        `UPDATE requests SET status = 'processing', available_at = available_at + 60000, token = token + 1, holder = 'old'`,
      ),
    );
    t.same(await open(), [{ id: first.id, status: 'processing', held: true }]);
    t.same(await store.requests.claim({ leaseMs: 60_000, limit: 1 }), []);
    await inDatabase(url, (client) =>
      client.query(
        `UPDATE requests SET status = 'succeeded', available_at = NULL, holder = NULL, finished_at = 1`,
      ),
    );
    t.same(await open(), []);
    const second = newRequest(account.id);
    await store.requests.enqueue(second, undefined);
    await inDatabase(url, (client) => client.query(`DELETE FROM requests`));
    t.same(await open(), []);
  });

  t.test('skips a request that another transaction is changing', async (t) => {
    const url = await newStoreDatabase(server);
    const store = closeWith(t, await openPostgresStore({ url, dataDir: makeDataDir(t) }));
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    const [first, second] = [newRequest(account.id), newRequest(account.id)];
    await store.requests.enqueue(first, undefined);
    await store.requests.enqueue(second, undefined);
    await inDatabase(url, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE requests SET token = token WHERE id = $1`, [first.id]);
      const claims = await store.requests.claim({ leaseMs: 60_000, limit: 9, records: false });
      t.same(
        claims.map(({ request }) => request.id),
        [second.id],
      );
      await client.query('ROLLBACK');
    });
    const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 9, records: false });
    t.equal(claim?.request.id, first.id);
  });
}
