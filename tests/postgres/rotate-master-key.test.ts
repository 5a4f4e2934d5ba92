import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresStore, rotateMasterKey } from '@tintype/store';
import t, { type Test } from 'tap';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newRequest, newStoreDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);
const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)];

if (server !== undefined) {
  /** A store with something in each place where values lie sealed. */
  const fill = async (t: Test, masterKey?: string, count = 10) => {
    const url = await newStoreDatabase(server);
    const dataDir = makeDataDir(t);
    const open = (key?: string) =>
      openPostgresStore({ url, dataDir, ...(key === undefined ? {} : { masterKey: key }) });
    const store = await open(masterKey);
    const { account, keys } = await store.accounts.create({ name: 'acme', plan: 'scale' });
    const webhook = { url: 'https://user:pass@receiver.example/', signed: true };
    const requests = Array.from({ length: count }, () => ({ ...newRequest(account.id), webhook }));
    for (const request of requests) await store.requests.enqueue(request, undefined);
    const repeat = { accountId: account.id, key: 'k', fingerprint: 'f' };
    await store.idempotency.begin(repeat);
    await store.idempotency.finish(repeat, { answer: '1' }, undefined);
    const login = { url: 'https://shop.example/', steps: [] };
    const session = { name: 'shop', state: { cookies: [], origins: [] }, login, lastsMs: 60_000 };
    await store.pageSessions.put(account.id, session, 1);
    await store.close();
    const check = async (key?: string) => {
      const again = await open(key);
      t.equal(await again.accounts.secretKey(account.id), keys.secretKey);
      const [claim] = await again.requests.claim({ leaseMs: 60_000, limit: 1, records: false });
      t.match(claim?.request, { parameters: { url: 'https://example.com/' }, webhook });
      t.notOk(claim?.request.unreadable);
      t.match(await again.idempotency.begin(repeat), { answer: '1' });
      t.match(await again.pageSessions.read(account.id, 'shop'), { state: session.state, login });
      await again.close();
    };
    return { url, dataDir, open, check };
  };

  t.test('seals everything again, and the previous key opens nothing', async (t) => {
    // More than a page.
    const { url, dataDir, check } = await fill(t, undefined, 150);
    const path = join(dataDir, 'master.key');
    const old = readFileSync(path, 'utf8').trim();
    const { code, stdout } = await runHere(
      ['keys', 'rotate-master', '--store', url, '--data-dir', dataDir],
      {},
    );
    t.equal(code, 0);
    t.match(stdout, /^30\d values are encrypted under the new master key\.\n.*master\.key/);
    const key = readFileSync(path, 'utf8').trim();
    t.match(key, /^[0-9a-f]{64}$/);
    t.not(key, old);
    await check();
    await t.rejects(check(old), { code: 'storage_failed', message: /is not the one/ });
  });

  t.test('a key that is given takes the place of the one behind it', async (t) => {
    const { url, dataDir, check } = await fill(t, first);
    await t.rejects(rotateMasterKey({ place: url, dataDir, masterKey: second }), {
      code: 'storage_failed',
    });
    await t.rejects(rotateMasterKey({ place: url, dataDir, masterKey: first }), {
      code: 'invalid_parameter',
      message: /pass the new master key and, after a comma, the old one/,
    });
    const masterKey = `${second},${first}`;
    const done = await rotateMasterKey({ place: url, dataDir, masterKey });
    t.ok(done.sealed > 20, `${done.sealed}`);
    t.equal(done.unreadable, 0);
    t.equal((await rotateMasterKey({ place: url, dataDir, masterKey })).sealed, 0, 'once');
    await check(second);
  });

  t.test('changes nothing while a process uses the database', async (t) => {
    const { url, dataDir, open, check } = await fill(t);
    const path = join(dataDir, 'master.key');
    const key = readFileSync(path, 'utf8');
    const store = await open();
    await t.rejects(rotateMasterKey({ place: url, dataDir }), {
      code: 'invalid_parameter',
      message: /A service runs on this database/,
    });
    await store.close();
    t.equal(readFileSync(path, 'utf8'), key);
    await check();
  });

  t.test('a rotation that was ended in the middle goes on', async (t) => {
    const { url, dataDir, check } = await fill(t, first);
    const masterKey = `${second},${first}`;
    await inDatabase(url, (client) =>
      client.query(`CREATE FUNCTION stop() RETURNS TRIGGER AS $$ BEGIN RAISE 'stopped'; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER stop BEFORE UPDATE ON idempotency FOR EACH ROW EXECUTE FUNCTION stop()`),
    );
    await t.rejects(rotateMasterKey({ place: url, dataDir, masterKey }), {
      code: 'storage_failed',
    });
    await check(masterKey);
    await inDatabase(url, (client) => client.query('DROP TRIGGER stop ON idempotency'));
    const rest = await rotateMasterKey({ place: url, dataDir, masterKey });
    t.ok(rest.sealed > 0 && rest.sealed < 10, `${rest.sealed}`);
    await check(second);
  });

  t.test('however often one is ended in the middle, it goes on with the same key', async (t) => {
    const { url, dataDir, check } = await fill(t);
    const path = join(dataDir, 'master.key');
    await inDatabase(url, (client) =>
      client.query(`CREATE FUNCTION stop() RETURNS TRIGGER AS $$ BEGIN RAISE 'stopped'; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER stop BEFORE UPDATE ON idempotency FOR EACH ROW EXECUTE FUNCTION stop()`),
    );
    for (let count = 0; count < 11; count++) {
      await t.rejects(rotateMasterKey({ place: url, dataDir }), { code: 'storage_failed' });
    }
    const keys = readFileSync(path, 'utf8').trim().split('\n');
    t.equal(keys.length, 2);
    await check();
    await inDatabase(url, (client) => client.query('DROP TRIGGER stop ON idempotency'));
    t.equal((await rotateMasterKey({ place: url, dataDir })).unreadable, 0);
    t.equal(readFileSync(path, 'utf8').trim(), keys[0]);
    await check();
  });

  t.test('while it runs, no process opens the store, and there is no second run', async (t) => {
    const { url, dataDir, open, check } = await fill(t);
    const path = join(dataDir, 'master.key');
    const rotating = await inDatabase(url, async (client) => {
      await client.query('BEGIN; LOCK TABLE idempotency IN SHARE MODE');
      const started = rotateMasterKey({ place: url, dataDir });
      for (const isHeldUp = () => waits(url); !(await isHeldUp());) await delay(20);
      const keys = readFileSync(path, 'utf8');
      await t.rejects(rotateMasterKey({ place: url, dataDir }), {
        code: 'invalid_parameter',
        message: /^Another command works on this database/,
      });
      await t.rejects(open(), { code: 'storage_failed', message: /master key is being changed/ });
      t.equal(readFileSync(path, 'utf8'), keys);
      await client.query('COMMIT');
      return { done: started };
    });
    t.equal((await rotating.done).unreadable, 0);
    t.match(readFileSync(path, 'utf8'), /^[0-9a-f]{64}\n$/);
    await check();
  });
}

/** Returns whether a transaction waits for a table. */
async function waits(url: string): Promise<boolean> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  });
}
