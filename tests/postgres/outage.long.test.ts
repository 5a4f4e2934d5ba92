// Shown for less elsewhere: tests/s3/outage.test.ts shows a service without its storage, and tests/postgres/roles.test.ts the database.
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresStore } from '@tintype/store';
import { closeWith, testInDepth } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { makeDataDir } from '../serve/run-service.ts';
import { createSwallowingNetwork } from './swallowing-network.ts';
import { inDatabase, newDatabase, newStoreDatabase, postgresFor, newRequest } from './database.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  const openOne = async (t: Test, address = (url: string) => url) => {
    const url = await newStoreDatabase(server);
    const store = await openPostgresStore({
      url: address(url),
      dataDir: makeDataDir(t),
      connections: 4,
    });
    t.teardown(() => store.close());
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    return { url, store, accountId: account.id };
  };

  testInDepth(t, 'connections cut inside transactions cost those alone', async (t) => {
    const { url, store, accountId } = await openOne(t);
    const codes = new Set<string>();
    let isOver = false;
    const work = async () => {
      while (!isOver) {
        try {
          const id = await store.usage.reserve(accountId, 1_000_000);
          if (id !== undefined) await store.usage.release(id);
        } catch (error) {
          codes.add(String((error as { code?: unknown }).code));
        }
      }
    };
    const loops = Array.from({ length: 8 }, work);
    await inDatabase(url, async (client) => {
      for (let count = 0; count < 20; count++) {
        await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`);
        await delay(20);
      }
    });
    isOver = true;
    await Promise.all(loops);
    t.same([...codes], ['storage_failed']);
    t.type(await store.usage.reserve(accountId, 1_000_000), 'string');
  });

  testInDepth(t, 'a store ends while its listener connects', async (t) => {
    const { store } = await openOne(t);
    store.onChange?.(() => {});
    await Promise.all([store.close(), store.close()]);
    await t.rejects(store.accounts.findByName('acme'), { code: 'shutting_down' });
  });

  t.test('a network that drops everything fails only the calls in progress', async (t) => {
    const direct = new URL(await newStoreDatabase(server));
    const network = await createSwallowingNetwork({
      host: direct.hostname,
      port: Number(direct.port),
    });
    t.teardown(() => network.close());
    const url = `postgres://tintype@127.0.0.1:${network.port}${direct.pathname}?query_timeout=1000`;
    const store = await openPostgresStore({ url, dataDir: makeDataDir(t), connections: 2 });
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    store.onChange?.(() => {});
    network.swallow();
    const failed = { code: 'storage_failed' };
    await t.rejects(store.accounts.findByName('acme'), failed);
    await t.rejects(store.usage.reserve(account.id, 9), failed);
    network.heal();
    t.type(await store.usage.reserve(account.id, 9), 'string');
    network.swallow();
    const closing = store.close();
    t.equal(store.close(), closing);
    await t.rejects(closing, failed, 'what it held is for others, and it ends');
  });

  t.test('a migration beside it: statements of before go on', async (t) => {
    const { url, store, accountId } = await openOne(t);
    const work = async () => {
      await store.requests.enqueue(newRequest(accountId), undefined);
      const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
      if (claim) await store.requests.putBack(claim);
      return store.accounts.findByName('acme');
    };
    const all = () => Promise.all(Array.from({ length: 8 }, work));
    await all();
    await inDatabase(url, async (client) => {
      for (const table of ['requests', 'accounts']) {
        await client.query(`ALTER TABLE ${table} ADD COLUMN added TEXT`);
      }
    });
    t.equal((await all()).at(-1)?.id, accountId);
  });

  t.test('options of the address, defaults of the database', async (t) => {
    const url = await newDatabase(server);
    const name = url.slice(url.lastIndexOf('/') + 1);
    await inDatabase(url, async (client) => {
      await client.query(
        `ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`,
      );
      await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    });
    const address = `${url}?options=-c%20work_mem%3D8MB%20-c%20search_path%3Dpublic&application_name=x`;
    const store = closeWith(t, await openPostgresStore({ url: address, dataDir: makeDataDir(t) }));
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    const takes = Array.from({ length: 40 }, () => store.usage.takeRate(account.id, 100));
    t.ok((await Promise.all(takes)).every(({ allowed }) => allowed));
    const reserved = Array.from({ length: 40 }, () => store.usage.reserve(account.id, 100));
    t.ok((await Promise.all(reserved)).every((id) => id !== undefined));
    const schemas = await inDatabase(url, async (client) => {
      const sql = `SELECT DISTINCT schemaname FROM pg_tables WHERE tablename IN ('meta', 'requests')`;
      return (await client.query<{ schemaname: string }>(sql)).rows;
    });
    t.same(schemas, [{ schemaname: 'tintype' }]);
  });

  t.test('a schema that the operator has made asks for no right to make one', async (t) => {
    const url = await newDatabase(server);
    await inDatabase(url, async (client) => {
      await client.query(`CREATE ROLE modest LOGIN`);
      await client.query(`CREATE SCHEMA tintype AUTHORIZATION modest`);
    });
    const store = await openPostgresStore({
      url: url.replace('tintype@', 'modest@'),
      dataDir: makeDataDir(t),
    });
    t.teardown(() => store.close());
    t.same(await store.accounts.list(), []);
  });
}
