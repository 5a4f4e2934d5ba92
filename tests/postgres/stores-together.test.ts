import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { openPostgresStore, type Store } from '@tintype/store';
import { testInDepth, until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newDatabase, newStoreDatabase, postgresFor, newRequest } from './database.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  const openStores = async (t: Test, count: number, makeDatabase = newStoreDatabase) => {
    const url = await makeDatabase(server);
    const dataDir = makeDataDir(t);
    const stores = await Promise.all(
      Array.from({ length: count }, () => openPostgresStore({ url, dataDir, connections: 4 })),
    );
    t.teardown(() => Promise.all(stores.map((store) => store.close())));
    const [first] = stores;
    if (first === undefined) throw new Error('At least one store.');
    const { account } = await first.accounts.create({ name: 'acme', plan: 'pro' });
    return { url, dataDir, stores, first, accountId: account.id };
  };

  t.test('several that start at once make the tables and the key once', async (t) => {
    const { stores } = await openStores(t, 4, newDatabase);
    const found = await Promise.all(stores.map((store) => store.accounts.findByName('acme')));
    t.equal(new Set(found.map((account) => account?.id)).size, 1);
  });

  t.test('sixty at once, ten left: exactly ten', async (t) => {
    const { stores, first, accountId } = await openStores(t, 3);
    const asked = Array.from({ length: 60 }, (_, at) =>
      storeAt(stores, at).requests.enqueue(newRequest(accountId), 10),
    );
    const refused = (await Promise.all(asked)).filter((answer) => answer === 'quota_exceeded');
    t.equal(refused.length, 50);
    t.match(await first.usage.used(accountId), { used: 0, reserved: 10 });
    t.match(await first.capacity.kept(accountId), { waiting: 10 });
  });

  t.test('no process claims another’s work, and every request ends once', async (t) => {
    const { stores, first, accountId } = await openStores(t, 4);
    for (let count = 0; count < 40; count++) {
      await first.requests.enqueue(newRequest(accountId), undefined);
    }
    const claimed: string[] = [];
    const work = async (store: Store) => {
      for (;;) {
        const claims = await store.requests.claim({ leaseMs: 60_000, limit: 2 });
        if (claims.length === 0) return;
        for (const claim of claims) {
          claimed.push(claim.request.id);
          await store.requests.succeed(claim, { counts: true });
        }
      }
    };
    await Promise.all(stores.flatMap((store) => [work(store), work(store)]));
    t.equal(claimed.length, 40);
    t.equal(new Set(claimed).size, 40);
    t.match(await first.usage.used(accountId), { used: 40, reserved: 0 });
  });

  t.test('one request sent to several services concurrently starts once', async (t) => {
    const { stores, accountId } = await openStores(t, 3);
    const request = { accountId, key: 'key', fingerprint: 'ab'.repeat(32) };
    const states = await Promise.all(
      Array.from({ length: 9 }, (_, at) => storeAt(stores, at).idempotency.begin(request)),
    );
    t.equal(states.filter(({ state }) => state === 'started').length, 1);
    t.equal(states.filter(({ state }) => state === 'under_way').length, 8);
  });

  t.test('changes by one service reach the others', async (t) => {
    const { stores, first, accountId } = await openStores(t, 2);
    const told: string[] = [];
    const listening = new EventTarget();
    storeAt(stores, 1).onChange?.((what) => {
      told.push(what);
      listening.dispatchEvent(new Event('told'));
    });
    // It listens once its connection stands: until then it may miss one.
    await until(async () => {
      await first.requests.enqueue(newRequest(accountId), undefined);
      await Promise.race([once(listening, 'told'), delay(200)]);
      return told.length > 0;
    });
    t.equal(told[0], 'requests');
  });

  testInDepth(t, 'a process without heartbeats is dead; a restart kills none', async (t) => {
    const { url, stores, first, accountId } = await openStores(t, 2);
    await first.requests.enqueue(newRequest(accountId), 1);
    const [claim] = await first.requests.claim({ leaseMs: 600_000, limit: 1 });
    if (!claim) throw new Error('Nothing was claimed.');
    await server.restart();
    await until(() => first.requests.extend(claim, 600_000).catch(() => false));
    const other = storeAt(stores, 1);
    await until(async () => (await other.requests.counts()).processing === 1);
    // A process that was killed leaves such a row.
    await inDatabase(url, async (client) => {
      await client.query(`UPDATE requests SET holder = 'gone'`);
      await client.query(
        `INSERT INTO holders VALUES ('gone', clock_timestamp() - INTERVAL '13 seconds')`,
      );
    });
    const newest = await until(
      async () => (await other.requests.claim({ leaseMs: 600_000, limit: 1 }))[0],
    );
    t.equal(newest.request.id, claim.request.id);
    // Another process that was looking at the same moment may have given it as long as everybody
    // once more.
    await until(async () => {
      const left = await inDatabase(url, (client) =>
        client.query(`SELECT 1 FROM holders WHERE name = 'gone'`),
      );
      return left.rowCount === 0;
    });
    t.equal(
      await first.requests.succeed(claim, { counts: true }),
      false,
      'the claim is an old one',
    );
    t.equal(await other.requests.succeed(newest, { counts: true }), true);
    t.match(await first.usage.used(accountId), { used: 1, reserved: 0 });
  });

  t.test('contents that belong to nothing are swept by one', async (t) => {
    const { dataDir, stores, first, accountId } = await openStores(t, 2);
    const written = await first.fileBytes.write(Buffer.from('content'));
    const expiresAt = first.now() + 1e9;
    const file = { ...written, extension: 'png', mediaType: 'image/png', expiresAt };
    await first.requests.recordFinished(newRequest(accountId), { file });
    for (let count = 0; count < 3; count++) await first.fileBytes.write(Buffer.from('lost'));
    const entries = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    for (const one of entries) if (one.isFile()) utimesSync(join(one.parentPath, one.name), 1, 1);
    const retention = { requestsMs: 1e12, deliveriesMs: 1e12 };
    const swept = await Promise.all(stores.map((store) => store.sweep(retention)));
    t.same(swept.map(({ files }) => files).toSorted(), [0, 3]);
    t.equal(await first.fileBytes.has(file), true);
  });

  t.test('the clock is that of the database', async (t) => {
    const { url, first } = await openStores(t, 1);
    const there = await inDatabase(url, async (client) => {
      const sql = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::FLOAT8 AS ms';
      return (await client.query<{ ms: number }>(sql)).rows[0]?.ms ?? 0;
    });
    // As long as one question takes, on a busy machine.
    t.ok(Math.abs(first.now() - there) < 5_000);
    t.equal(await first.followClock({ boot: 'x', offsetMs: 1e9 }), 0);
  });

  t.test('what cannot be opened says why, without the password', async (t) => {
    const { url, dataDir } = await openStores(t, 1);
    const masterKey = randomBytes(32).toString('hex');
    await t.rejects(openPostgresStore({ url, dataDir, masterKey }), {
      code: 'storage_failed',
      message: /is not the one that the secret keys/,
    });
    await inDatabase(url, (client) =>
      client.query(`UPDATE meta SET value = '99' WHERE key = 'version'`),
    );
    await t.rejects(openPostgresStore({ url, dataDir }), { message: /by a newer Tintype/ });
    const nowhere = 'postgres://user:s3cret@127.0.0.1:9/none';
    const failure = (await openPostgresStore({ url: nowhere, dataDir }).catch(
      (error: unknown) => error,
    )) as Error;
    t.match(failure, { code: 'storage_failed', message: /the database does not answer/ });
    t.notMatch(failure.message, /s3cret/);
    const wrong = (await openPostgresStore({
      url: 'postgres://user:s3cret@host:port/none',
      dataDir,
    }).catch((error: unknown) => error)) as Error;
    t.match(wrong, { code: 'storage_failed', message: /address is not valid/ });
    t.notMatch(inspect(wrong), /s3cret/);
    await t.rejects(openPostgresStore({ url: `${url}?sslmode=verify-full`, dataDir }), {
      code: 'storage_failed',
      message: /does not take TLS/,
    });
    const other = url.replace(/\/[^/]*$/, '/no_such_database');
    await t.rejects(openPostgresStore({ url: other, dataDir }), { message: /no such database/ });
  });
}

function storeAt(stores: readonly Store[], at: number): Store {
  const store = stores[at % stores.length];
  if (store === undefined) throw new Error('No store.');
  return store;
}
