import { RenderError } from '@tintype/contract/errors';
import type { Database, SqlValue, Statement, Steps } from './database.ts';

/** The order, newest or oldest first. An index on the columns, `created_at` and `id` must exist. */
export interface ListedTable<Column extends string> {
  table: 'accounts' | 'outbox' | 'requests' | 'tasks';
  /** Columns that a list can be of one value of. */
  columns: readonly Column[];
  order: 'ASC' | 'DESC';
  /** Columns to read. Default everything. */
  select?: string;
}

/** The position of a row in a list. */
export interface RowPlace<Id extends string | number> {
  createdAt: number;
  id: Id;
}

/** Reads one page: of the rows with these values, those behind `after`. */
export type ReadList<Row, Column extends string> = (
  values: Readonly<Partial<Record<Column, SqlValue | undefined>>>,
  page: { limit: number; after?: RowPlace<string | number> | undefined },
) => Steps<Row[]>;

/**
 * Prepares one statement for each set of filters: a single statement with optional filters would
 * use no index.
 */
export function prepareList<Row, Column extends string = string>(
  database: Database,
  { table, columns, order, select = '*' }: ListedTable<Column>,
): ReadList<Row, Column> {
  const statements = new Map<string, Statement<Row>>();
  const prepared = (conditions: readonly string[]): Statement<Row> => {
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const known =
      statements.get(where) ??
      database.prepare<Row>(
        `SELECT ${select} FROM ${table} ${where} ORDER BY created_at ${order}, id ${order} LIMIT :limit`,
      );
    statements.set(where, known);
    return known;
  };
  return (values, { limit, after }) => {
    if (after) checkPlace(after);
    const given = columns.filter((column) => values[column] !== undefined);
    const conditions = given.map((column) => `${column} = :${column}`);
    if (after)
      conditions.push(`(created_at, id) ${order === 'ASC' ? '>' : '<'} (:after_at, :after_id)`);
    return prepared(conditions).all({
      ...Object.fromEntries(given.map((column) => [column, values[column] ?? null])),
      ...(after ? { after_at: after.createdAt, after_id: after.id } : {}),
      limit,
    });
  };
}

/** SQLite compares with any number; Postgres takes the columns for what they are. */
function checkPlace({ createdAt, id }: RowPlace<string | number>): void {
  checkWhole('createdAt', createdAt);
  if (typeof id === 'number') checkWhole('id', id);
}

export function checkWhole(name: string, value: number): void {
  if (Number.isSafeInteger(value)) return;
  const message = `${name} of a place in a list must be a whole number below 2^53, got ${value}.`;
  throw new RenderError('invalid_parameter', message);
}

/**
 * Reads the number of rows in each of these states, with one statement. Webhooks have counters,
 * which triggers maintain; unfinished requests are counted at each read.
 */
export function prepareRowCounts<State extends string>(
  database: Database,
  table: 'requests' | 'outbox',
  states: readonly State[],
): () => Steps<Record<State, number>> {
  const read = database.prepare<{ state: string; count: number }>(
    `SELECT state, count FROM ${table}_counts`,
  );
  return function* () {
    const counts = new Map((yield* read.all()).map(({ state, count }) => [state, count]));
    const entries = states.map((state) => [state, counts.get(state) ?? 0]);
    return Object.fromEntries(entries) as Record<State, number>;
  };
}
