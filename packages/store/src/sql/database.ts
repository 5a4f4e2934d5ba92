/** A value that goes into a statement. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** Parameters of a statement, by name: `:name`. */
export type Parameters = Readonly<Record<string, SqlValue>>;

/** One statement, to be run by the owner of the connection. */
export interface Query {
  sql: string;
  parameters: Parameters;
  /** The requested result. */
  wants: 'row' | 'rows' | 'changes';
}

export interface QueryResult {
  rows: unknown[];
  /** Number of rows it changed. */
  changes: number;
}

/**
 * Database work as a generator that yields statements: SQLite runs it synchronously, Postgres
 * asynchronously.
 */
export type Steps<Result> = Generator<Query, Result, QueryResult>;

/** A statement that gives rows of one shape. */
export interface Statement<Row> {
  get(parameters?: Parameters): Steps<Row | undefined>;
  all(parameters?: Parameters): Steps<Row[]>;
  /** Returns the number of rows it changed. */
  run(parameters?: Parameters): Steps<number>;
}

/** In what the databases differ. Everything else is SQL that all of them know. */
export interface Dialect {
  /** The function for the smaller of two values. */
  least: string;
  /** The function for the larger of two values. */
  greatest: string;
  /** Suffix of a SELECT inside an UPDATE: skips the rows that another transaction is changing. */
  skipLocked: string;
  /** The table of unfinished requests; if it holds all, `available_at IS NOT NULL` selects them. */
  openRequests: 'requests' | 'open_requests';
  /** SELECT of the first due open request, for update; skips rows locked by others. */
  firstOpen(conditions: string): string;
  /** The values of a JSON list of texts, for `IN`. */
  valuesOf(parameter: string): string;
}

/** The database of the ports, over one connection or several. */
export interface Database {
  readonly dialect: Dialect;
  prepare<Row = never>(sql: string): Statement<Row>;
  /** Runs the work in a transaction, again from the start after a conflict. */
  write<Result>(work: () => Steps<Result>): Result | Promise<Result>;
  /**
   * The same, serialised by name: for transactions that read, decide and write (an account's id for
   * its data). Those that only release need no order.
   */
  writeFor<Result>(name: string, work: () => Steps<Result>): Result | Promise<Result>;
  /** Runs statements that need no transaction. */
  read<Result>(work: () => Steps<Result>): Result | Promise<Result>;
}

/** The one place where rows get the type that their statement promises. */
export function createStatement<Row>(sql: string): Statement<Row> {
  return {
    *get(parameters = {}) {
      const { rows } = yield { sql, parameters, wants: 'row' };
      return rows[0] as Row | undefined;
    },
    *all(parameters = {}) {
      const { rows } = yield { sql, parameters, wants: 'rows' };
      return rows as Row[];
    },
    *run(parameters = {}) {
      const { changes } = yield { sql, parameters, wants: 'changes' };
      return changes;
    },
  };
}
