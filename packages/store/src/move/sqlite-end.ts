import { existsSync } from 'node:fs';
import { RenderError } from '@tintype/contract/errors';
import { openAlone, openParts } from '../sqlite/create-sqlite-store.ts';
import { openDataFolder, pathsIn } from '../sqlite/data-folder.ts';
import { createPortDatabase } from '../sqlite/port-database.ts';
import { createReaper } from '../sqlite/reap.ts';
import type { Row, TablesEnd } from './copy-tables.ts';

/** A data folder to copy from. A folder without a database is a typing error: it is not made. */
export async function openSqliteSource(dataDir: string): Promise<TablesEnd> {
  if (existsSync(pathsIn(dataDir).database)) return openSqliteEnd(dataDir);
  throw new RenderError(
    'invalid_parameter',
    `There is no database of Tintype in ${dataDir}: nothing was copied.`,
  );
}

/** A data folder to copy from or to. What dead processes held is free again. */
export async function openSqliteEnd(dataDir: string): Promise<TablesEnd> {
  const folder = openDataFolder(dataDir);
  return openParts(dataDir, (opened) => {
    const refusal = `The service runs on ${dataDir}, or another command works on it. Stop it first.`;
    const { database, lock } = openAlone(opened, folder, refusal);
    createReaper(createPortDatabase(database), lock, Date.now).reapDead();
    return {
      all: async (sql, parameters = {}) => database.prepare<Row>(sql).all({ ...parameters }),
      columns: async (table) =>
        database
          .prepare<{ name: string }>(`SELECT name FROM pragma_table_info(:table)`)
          .all({ table })
          .map(({ name }) => name),
      begin: async () => database.exec('BEGIN IMMEDIATE'),
      commit: async () => database.exec('COMMIT'),
      // Closing a connection undoes what it has not committed.
      close: async () => opened.close(),
    };
  });
}
