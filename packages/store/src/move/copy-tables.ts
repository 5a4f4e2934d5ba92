import { RenderError } from '@tintype/contract/errors';
import type { SqlValue } from '../sql/database.ts';

/** A row as both databases have it. */
export type Row = Record<string, SqlValue>;

/** A database that rows are copied from, or to. Nothing else uses it meanwhile. */
export interface TablesEnd {
  /** Rows of a statement with `:name` in it. */
  all(sql: string, parameters?: Row): Promise<Row[]>;
  columns(table: string): Promise<string[]>;
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Undoes what was not committed, and closes it. */
  close(): Promise<void>;
}

/** A table that goes along: in the order of these columns, page by page. */
interface MovedTable {
  name: string;
  keys: readonly string[];
  /** Only these rows. */
  where?: string;
  /** A column that the other database generates again. */
  without?: string;
}

/** All other tables of a database are counters, or useless elsewhere. */
const tables: readonly MovedTable[] = [
  { name: 'meta', keys: ['key'], where: `(key = 'master_key_check' OR key LIKE 'configured %')` },
  { name: 'accounts', keys: ['id'] },
  { name: 'previous_keys', keys: ['account_id', 'which'] },
  { name: 'usage', keys: ['account_id', 'month'] },
  { name: 'usage_days', keys: ['account_id', 'day'] },
  { name: 'reservations', keys: ['id'] },
  { name: 'requests', keys: ['id'] },
  { name: 'batches', keys: ['id'] },
  { name: 'files', keys: ['name'] },
  { name: 'request_files', keys: ['request_id', 'file'] },
  { name: 'outbox', keys: ['id'] },
  { name: 'failing_receivers', keys: ['account_id', 'host'] },
  { name: 'tasks', keys: ['id'] },
  { name: 'monitors', keys: ['task_id'] },
  { name: 'monitor_checks', keys: ['request_id'] },
  { name: 'monitor_files', keys: ['owner', 'file'] },
  { name: 'idempotency', keys: ['account_id', 'key_hash'] },
  { name: 'sessions', keys: ['id'] },
  { name: 'page_sessions', keys: ['account_id', 'name'] },
  { name: 'journal', keys: ['id'], without: 'id' },
];

/** So many rows at a time: parameters can be megabytes each. */
const PAGE = 50;

/**
 * Copies everything, in one transaction of the database that gets it. Sealed values stay sealed,
 * under the same master key.
 * @returns How many rows each table has
 * @throws RenderError `invalid_parameter` when the other one has accounts or requests already
 */
export async function copyTables(from: TablesEnd, to: TablesEnd): Promise<Record<string, number>> {
  await to.begin();
  await refuseUsed(to);
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table.name] = await copyTable(table, from, to);
  await to.commit();
  return counts;
}

async function refuseUsed(to: TablesEnd): Promise<void> {
  for (const table of ['accounts', 'requests', 'tasks']) {
    if ((await to.all(`SELECT 1 AS used FROM ${table} LIMIT 1`)).length === 0) continue;
    throw new RenderError(
      'invalid_parameter',
      `There are ${table} already in the destination. It must be empty.`,
    );
  }
  // Made by a start without accounts.
  await to.all(`DELETE FROM meta WHERE key = 'master_key_check' OR key LIKE 'configured %'`);
}

async function copyTable(table: MovedTable, from: TablesEnd, to: TablesEnd): Promise<number> {
  const { name, keys, where = 'TRUE', without } = table;
  const known = new Set(await to.columns(name));
  const columns = (await from.columns(name)).filter((column) => known.has(column));
  const written = columns.filter((column) => column !== without);
  const order = keys.join(', ');
  const behind = `(${order}) > (${keys.map((key) => `:${key}`).join(', ')})`;
  const select = (condition: string) =>
    `SELECT ${columns.join(', ')} FROM ${name} WHERE ${where} AND ${condition} ORDER BY ${order} LIMIT ${PAGE}`;
  let last: Row | undefined;
  let count = 0;
  for (;;) {
    const rows: Row[] = last
      ? await from.all(select(behind), pick(last, keys))
      : await from.all(select('TRUE'));
    if (rows.length > 0) await insert(to, name, written, rows);
    count += rows.length;
    if (rows.length < PAGE) return count;
    last = rows.at(-1);
  }
}

async function insert(
  to: TablesEnd,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const values = rows.map((_row, at) => `(${columns.map((name) => `:${name}_${at}`).join(', ')})`);
  const parameters: Row = {};
  for (const [at, row] of rows.entries()) {
    for (const name of columns) parameters[`${name}_${at}`] = row[name] ?? null;
  }
  await to.all(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values.join(', ')}`,
    parameters,
  );
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
