/** A value that goes into a statement. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** What goes into a statement, by name: `:name`. */
export type Parameters = Readonly<Record<string, SqlValue>>;

/** One statement, to be run by whoever has the connection. */
export interface Query {
  sql: string;
  parameters: Parameters;
  /** What is wanted of it. */
  wants: 'row' | 'rows' | 'changes';
}

/** What a statement gave. */
export interface QueryResult {
  rows: unknown[];
  /** How many rows it changed. */
  changes: number;
}

/**
 * Work on a database, step by step: it yields statements and is given their results. So the same
 * code runs at once where the database lies in the process, and in between of other things where it
 * lies behind a network.
 */
export type Steps<Result> = Generator<Query, Result, QueryResult>;

/** A statement that gives rows of one shape. */
export interface Statement<Row> {
  get(parameters?: Parameters): Steps<Row | undefined>;
  all(parameters?: Parameters): Steps<Row[]>;
  /** How many rows it changed. */
  run(parameters?: Parameters): Steps<number>;
}

/** In what the databases differ. Everything else is SQL that all of them know. */
export interface Dialect {
  /** The function for the smaller of two values. */
  least: string;
  /** The function for the larger of two values. */
  greatest: string;
  /**
   * Behind a SELECT inside of an UPDATE: leaves out the rows that somebody else changes at the
   * moment.
   */
  skipLocked: string;
  /**
   * The table of the requests that have not ended: where that is the one of all requests,
   * `available_at IS NOT NULL` tells them.
   */
  openRequests: 'requests' | 'open_requests';
  /**
   * A SELECT of the open request that is due first, to be changed: `conditions` are of the table of
   * open requests. Leaves out what somebody else changes at the moment.
   */
  firstOpen(conditions: string): string;
  /** The values of a JSON list of texts, for `IN`. */
  valuesOf(parameter: string): string;
}

/** Where the ports lie: one database, over one connection or several. */
export interface Database {
  readonly dialect: Dialect;
  prepare<Row = never>(sql: string): Statement<Row>;
  /**
   * Runs the work in one transaction. It may be run again from its beginning, when others were in
   * the way.
   */
  write<Result>(work: () => Steps<Result>): Result | Promise<Result>;
  /**
   * The same, in turn with everything else that is written under this name: for what reads, decides
   * and writes. Whoever changes what is kept of an account and its usage uses the id of the
   * account. What only gives back (ends, sweeps, dead processes) needs no turn: it can make a bound
   * look nearer for a moment, never farther.
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
