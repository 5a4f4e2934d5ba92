import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import t from 'tap';
import type * as ConnectionsModule from '../../packages/store/src/postgres/open-connections.ts';
import type * as PresenceModule from '../../packages/store/src/postgres/presence.ts';
import type * as DatabaseModule from '../../packages/store/src/postgres/port-database.ts';
import type * as ReaperModule from '../../packages/store/src/postgres/reaper.ts';
import type * as SchemaModule from '../../packages/store/src/postgres/schema.ts';
import { postgresFor } from './database.ts';

// No part of what the package exports.
const source = (file: string) =>
  new URL(`../../packages/store/src/postgres/${file}.ts`, import.meta.url).href;
const { openConnections } = (await import(source('open-connections'))) as typeof ConnectionsModule;
const { createPresence } = (await import(source('presence'))) as typeof PresenceModule;
const { createPortDatabase } = (await import(source('port-database'))) as typeof DatabaseModule;
const { createReaper } = (await import(source('reaper'))) as typeof ReaperModule;
const { migrate } = (await import(source('schema'))) as typeof SchemaModule;

const server = await postgresFor(t);

const deadAfterMs = 800;
const beatMs = 200;

t.test(
  'after an outage those who live do not bury each other',
  { skip: !server && 'no Postgres is installed' },
  async (t) => {
    const operator = new pg.Client({ connectionString: server?.url });
    await operator.connect();
    await operator.query('CREATE DATABASE outage');
    const url = server?.url.replace(/\/[^/]*$/, '/outage') ?? '';
    const all = await openConnections(url, 4);
    await migrate(all);
    const found = new Set<string>();
    const beaten = [0, 0];
    const open = async (at: number) => {
      const presence = await createPresence({
        ...all,
        beatMs,
        deadAfterMs,
        onBeat: async () => {
          beaten[at] = (beaten[at] ?? 0) + 1;
          for (const one of await presence.dead([])) found.add(one);
        },
      });
      return presence;
    };
    const first = await open(0);
    await delay(beatMs / 2);
    const second = await open(1);
    t.teardown(async () => {
      await Promise.all([first.end(), second.end()]);
      await all.end();
      await operator.end();
    });
    const beats = async (count: number) => {
      const until = beaten.map((one) => one + count);
      while (beaten.some((one, at) => one < (until[at] ?? 0))) await delay(20);
    };
    await beats(6);
    await operator.query('ALTER DATABASE outage WITH ALLOW_CONNECTIONS false');
    await operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'outage'`,
    );
    await delay(2 * deadAfterMs);
    await operator.query('ALTER DATABASE outage WITH ALLOW_CONNECTIONS true');
    await beats(6);
    t.same([...found], []);

    await all.pool.query(
      `INSERT INTO holders VALUES ('gone', clock_timestamp() - INTERVAL '1 hour')`,
    );
    while (!found.has('gone')) await delay(20);
    t.same([...found], ['gone']);
  },
);

t.test(
  'a pool without a free connection stops neither beats nor the clock',
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
      deadAfterMs,
      onBeat: async () => void beaten++,
    });
    const client = await all.pool.connect();
    t.teardown(async () => {
      await presence.end();
      await all.end();
    });
    const before = beaten;
    while (beaten < before + 5) await delay(10);
    const { rows } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::FLOAT8 AS ms',
    );
    // As long as one question takes, on a busy machine.
    t.ok(Math.abs(presence.now() - (rows[0]?.ms ?? 0)) < 2_000);
    client.release();
  },
);

t.test(
  'who shows life at the moment is not reaped',
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
    await client.query(`UPDATE holders SET seen_at = clock_timestamp() WHERE name = 'late'`);
    const reaping = createReaper(createPortDatabase(pool), presence, Date.now).reapDead();
    for (;;) {
      await client.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) break;
      await delay(10);
    }
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
