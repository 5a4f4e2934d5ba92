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

/** Result of a statement. */
export interface QueryResult {
  rows: unknown[];
  /** Number of rows it changed. */
  changes: number;
}

/**
 * Work on a database, step by step: it yields statements and receives their results. So the same
 * code runs synchronously if the database is in the process, and asynchronously if it is behind a
 * network.
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
  /**
   * The table of the requests that have not ended: where that is the one of all requests,
   * `available_at IS NOT NULL` tells them.
   */
  openRequests: 'requests' | 'open_requests';
  /**
   * A SELECT of the open request that is due first, to be changed: `conditions` are of the table of
   * open requests. Skips rows that another transaction is changing.
   */
  firstOpen(conditions: string): string;
  /** The values of a JSON list of texts, for `IN`. */
  valuesOf(parameter: string): string;
}

/** The database of the ports, over one connection or several. */
export interface Database {
  readonly dialect: Dialect;
  prepare<Row = never>(sql: string): Statement<Row>;
  /**
   * Runs the work in one transaction. It may be run again from its beginning, when others were in
   * the way.
   */
  write<Result>(work: () => Steps<Result>): Result | Promise<Result>;
  /**
   * The same, serialised with all other writes under this name: for transactions that read, decide
   * and write. Transactions that change the data and usage of an account use its id. Those that
   * only release (ends, sweeps, dead processes) need no order: they can make a limit look nearer
   * for a short time, never farther.
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
