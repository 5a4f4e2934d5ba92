// Shown for less elsewhere: tests/postgres/limits-of-services.test.ts shows the same of two services.
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit';
import { openPostgresStore, type Store } from '@tintype/store';
import t, { type Test } from 'tap';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newStoreDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  const openStores = async (t: Test) => {
    const url = await newStoreDatabase(server);
    const clock = { now: 1_000_000 };
    const open = () =>
      openPostgresStore({
        url,
        dataDir: makeDataDir(t),
        masterKey: '00'.repeat(32),
        connections: 3,
        now: () => clock.now,
      });
    const [first, second] = [await open(), await open()];
    t.teardown(() => Promise.all([first.close(), second.close()]));
    return { url, clock, first, second };
  };
  const hold = (store: Store, running: number, wanted: number, limit = 4) => {
    if (store.slots === undefined) throw new Error('This store has no slots.');
    return store.slots.hold('acme', { running, wanted, limit });
  };

  t.test('all processes together hold as many slots as the account may have', async (t) => {
    const { first, second } = await openStores(t);
    t.equal(await hold(first, 0, 3), 3);
    t.equal(await hold(second, 0, 3), 1);
    t.equal(await hold(first, 3, 9), 3, 'no more are free');
    t.equal(await second.slots?.hold('other', { running: 0, wanted: 2, limit: 2 }), 2);
    t.equal(await hold(first, 1, 1), 1);
    t.equal(await hold(second, 1, 3), 3);
    t.equal(await hold(second, 3, 3, 1), 3, 'what runs stays, whatever the limit is by now');
    t.equal(await hold(second, 0, 0), 0);
    t.equal(await hold(first, 1, 9), 4);
  });

  t.test('twenty calls at once give no slot twice', async (t) => {
    const { first, second } = await openStores(t);
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, at) => hold(at % 2 === 0 ? first : second, 0, 3, 4)),
    );
    t.ok(
      counts.every((count) => count <= 3),
      `${counts}`,
    );
    t.equal((await hold(first, 0, 3)) + (await hold(second, 0, 3)), 4);
  });

  t.test('processes that want the same slots have them in turn', async (t) => {
    const { clock, first, second } = await openStores(t);
    const told: string[] = [];
    second.onChange?.((what) => void told.push(what));
    const order: string[] = [];
    t.equal(await hold(first, 0, 9, 1), 1);
    t.equal(await hold(second, 0, 9, 1), 0);
    for (let turn = 0; turn < 6; turn += 1) {
      clock.now += 100;
      for (const [name, store] of [
        ['first', first],
        ['second', second],
      ] as const) {
        if ((await hold(store, 0, 9, 1)) === 1) order.push(name);
      }
    }
    t.ok(order.includes('first') && order.includes('second'), `${order}`);
    t.notMatch(order.join(' '), /(first first|second second)/);
    // It listens by then or not: a notification is not waited for by anybody.
    clock.now += 100;
    for (let turn = 0; turn < 200 && !told.includes('slots'); turn += 1) {
      await hold(first, 0, 9, 1);
      await hold(second, 0, 9, 1);
      await delay(20);
    }
    t.ok(told.includes('slots'), 'who waits is told');
  });

  t.test('a process that has stopped asking is not waited for', async (t) => {
    const { clock, first, second } = await openStores(t);
    t.equal(await hold(first, 0, 1, 1), 1);
    t.equal(await hold(second, 0, 1, 1), 0);
    clock.now += 1_000;
    t.equal(await hold(first, 0, 1, 1), 0, 'it is the turn of the other one');
    clock.now += 3_000;
    t.equal(await hold(first, 0, 1, 1), 1);
  });

  t.test('what a process held is free when it ends, and when it has died', async (t) => {
    const { url, first, second } = await openStores(t);
    t.equal(await hold(first, 0, 4), 4);
    t.equal(await hold(second, 0, 1), 0);
    await first.close();
    t.equal(await hold(second, 0, 1), 1);
    await inDatabase(url, (client) =>
      client.query(`INSERT INTO slots VALUES ('acme', 'dead', 3, 3, 0, 0);
        INSERT INTO holders VALUES ('dead', clock_timestamp() - INTERVAL '1 minute')`),
    );
    t.equal(await hold(second, 1, 4), 1);
    // Only who has been there for a while says that others are dead.
    await until(async () => (await hold(second, 1, 4)) >= 4);
    t.pass('it was reaped');
  });
}
