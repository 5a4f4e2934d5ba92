// Shown for less elsewhere: tests/postgres/roles.test.ts shows processes that see each other.
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit';
import t from 'tap';
import type * as ConnectionsModule from '../../packages/store/src/postgres/open-connections.ts';
import type * as PresenceModule from '../../packages/store/src/postgres/presence.ts';
import type * as DatabaseModule from '../../packages/store/src/postgres/port-database.ts';
import type * as ReaperModule from '../../packages/store/src/postgres/reaper.ts';
import type * as SchemaModule from '../../packages/store/src/postgres/schema.ts';
import { newStoreDatabase, postgresFor } from './database.ts';

// No part of what the package exports.
const source = (file: string) =>
  new URL(`../../packages/store/src/postgres/${file}.ts`, import.meta.url).href;
const { openConnections } = (await import(source('open-connections'))) as typeof ConnectionsModule;
const { createPresence } = (await import(source('presence'))) as typeof PresenceModule;
const { createPortDatabase } = (await import(source('port-database'))) as typeof DatabaseModule;
const { createReaper } = (await import(source('reaper'))) as typeof ReaperModule;
const { migrate } = (await import(source('schema'))) as typeof SchemaModule;

const server = await postgresFor(t);

const beatMs = 200;

t.test(
  'after an outage live processes are not reaped',
  { skip: !server && 'no Postgres is installed' },
  async (t) => {
    const all = await openConnections(await newStoreDatabase(server!), 4);
    t.teardown(() => all.end());
    const open = async () => {
      const found = new Set<string>();
      let outage = Promise.withResolvers<void>();
      outage.resolve();
      let beats = 0;
      const presence = await createPresence({
        ...all,
        connect: async () => {
          await outage.promise;
          return all.connect();
        },
        beatMs,
        // A busy machine may need some of it for a connection.
        deadAfterMs: 3_000,
        onBeat: async () => {
          beats += 1;
          for (const name of await presence.dead([])) found.add(name);
        },
      });
      t.teardown(() => presence.end());
      return {
        found,
        disconnect: () => (outage = Promise.withResolvers()),
        async reconnect() {
          const before = beats;
          outage.resolve();
          await until(() => beats > before);
        },
      };
    };
    const both = [await open(), await open()] as const;
    const areFound = (name: string) => until(() => both.every(({ found }) => found.has(name)));
    await all.pool.query(`INSERT INTO holders VALUES ('gone', '2026-01-01')`);
    await areFound('gone');
    for (const { disconnect } of both) disconnect();
    const client = await all.pool.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    // Longer than a streak of beats may pause, so that both start another.
    await delay(3 * beatMs);
    await client.query(`UPDATE holders SET seen_at = seen_at - INTERVAL '1 hour'`);
    client.release();
    for (const { reconnect } of both) await reconnect();
    await all.pool.query(`INSERT INTO holders VALUES ('gone later', '2026-01-01')`);
    await areFound('gone later');
    for (const { found } of both) t.same([...found], ['gone', 'gone later']);
  },
);

t.test(
  'a pool without a free connection stops neither heartbeats nor clock',
  { skip: !server && 'no Postgres is installed' },
  async (t) => {
    const all = await openConnections(server?.url ?? '', 1);
    await migrate(all);
    let beaten = 0;
    const presence = await createPresence({
      ...all,
      // A beat gives up after its interval, which a busy machine needs for a connection alone.
      connect: (own) => all.connect({ ...own, connectionTimeoutMillis: 0, query_timeout: 0 }),
      beatMs: 50,
      deadAfterMs: 800,
      onBeat: async () => void beaten++,
    });
    const client = await all.pool.connect();
    t.teardown(async () => {
      await presence.end();
      await all.end();
    });
    const before = beaten;
    await until(() => beaten >= before + 5);
    const { rows } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::FLOAT8 AS ms',
    );
    // As long as one question takes, on a busy machine.
    t.ok(Math.abs(presence.now() - (rows[0]?.ms ?? 0)) < 2_000);
    client.release();
  },
);

t.test(
  'a process with a heartbeat in progress is not reaped',
  { skip: !server && 'no Postgres is installed' },
  async (t) => {
    const all = await openConnections(server?.url ?? '', 3);
    t.teardown(() => all.end());
    await migrate(all);
    const { pool } = all;
    await pool.query(`INSERT INTO reservations VALUES ('r', 'a', '2026-11', 'late', 1)`);
    await pool.query(
      `INSERT INTO holders VALUES ('late', clock_timestamp() - INTERVAL '1 hour')
     ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`,
    );
    const presence = await createPresence({
      ...all,
      beatMs,
      deadAfterMs: 0,
      onBeat: async () => {},
    });
    t.teardown(() => presence.end());
    const client = await pool.connect();
    await client.query('BEGIN');
    // Longer than a streak of beats may pause, so that both start another.
    await delay(3 * beatMs);
    await client.query(`UPDATE holders SET seen_at = clock_timestamp() WHERE name = 'late'`);
    const reaping = createReaper(createPortDatabase(pool), presence, Date.now).reapDead();
    await until(async () => {
      await client.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await client.query('COMMIT');
    client.release();
    await reaping;
    t.equal((await pool.query(`SELECT 1 FROM reservations WHERE id = 'r'`)).rowCount, 1);
    await pool.query(
      `UPDATE holders SET seen_at = seen_at - INTERVAL '1 hour' WHERE name = 'late'`,
    );
    await createReaper(createPortDatabase(all.pool), presence, Date.now).reapDead();
    t.equal((await pool.query(`SELECT 1 FROM reservations WHERE id = 'r'`)).rowCount, 0);
  },
);
