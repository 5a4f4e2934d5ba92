import { openConnections } from '../postgres/open-connections.ts';
import { createPortDatabase, toPrepared } from '../postgres/port-database.ts';
import { postgresError } from '../postgres/postgres-error.ts';
import { migrate } from '../postgres/schema.ts';
import { takeStoreAlone, type StoreAlone } from '../postgres/store-lock.ts';
import { createHeld } from '../sql/reap.ts';
import type { Row, TablesEnd } from './copy-tables.ts';

/** A Postgres database to copy from or to. What dead processes held is free again. */
export async function openPostgresEnd(url: string): Promise<TablesEnd> {
  const connections = await openConnections(url, 1);
  const { pool } = connections;
  let alone: StoreAlone | undefined;
  try {
    await migrate(connections);
    alone = await takeStoreAlone(connections);
    const database = createPortDatabase(pool);
    const held = createHeld(database, Date.now);
    for (const holder of await database.read(() => held.holders())) {
      await database.write(() => held.free(holder));
    }
    const client = await pool.connect();
    const all = async (sql: string, parameters: Row = {}) => {
      const { text, names } = toPrepared(sql, '');
      const { rows } = await client.query<Row>(
        text,
        names.map((name) => parameters[name]),
      );
      return rows;
    };
    return {
      all,
      columns: async (table) => {
        const rows = await all(
          `SELECT column_name::TEXT AS name FROM information_schema.columns
           WHERE table_schema = current_schema() AND table_name = :table`,
          { table },
        );
        return rows.map(({ name }) => String(name));
      },
      begin: async () =>
        void (await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE')),
      commit: async () => void (await client.query('COMMIT')),
      close: async () => {
        client.release(true);
        await alone?.end();
        await connections.end();
      },
    };
  } catch (error) {
    await alone?.end();
    await connections.end();
    throw postgresError(error);
  }
}
