import { placeOf } from '../store-place.ts';
import { copyTables } from './copy-tables.ts';
import { openPostgresEnd } from './postgres-end.ts';
import { openSqliteEnd, openSqliteSource } from './sqlite-end.ts';

/**
 * Copies accounts, usage, requests, webhooks, tasks and sessions from one store to another that is empty. No
 * service may use either of them. Contents of files and the master key stay where they are.
 * @param from - as `store` of the settings; `to` the same
 * @returns number of rows of each table
 * @throws RenderError `invalid_parameter` while a process uses one of them, if the first has no
 *   database, or if the second is not empty
 * @example
 * await moveStore('sqlite:/var/lib/tintype', 'postgres://tintype@db/tintype', '/var/lib/tintype');
 */
export async function moveStore(
  from: string,
  to: string,
  dataDir: string,
): Promise<Record<string, number>> {
  const source = await openEnd(from, dataDir, openSqliteSource);
  try {
    const target = await openEnd(to, dataDir, openSqliteEnd);
    try {
      return await copyTables(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function openEnd(text: string, dataDir: string, openFolder: typeof openSqliteEnd) {
  const place = placeOf(text, dataDir);
  return place.kind === 'postgres' ? openPostgresEnd(place.url) : openFolder(place.folder);
}
