import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { RenderError } from '@tintype/contract/errors';
import { makeOwnedFile, refuseForeignLink } from '../owned-files.ts';
import { storageError } from '../storage-error.ts';

type Parameters = Record<string, SQLInputValue>;

/** A prepared statement that gives rows of one shape. */
export interface Statement<Row> {
  get(parameters?: Parameters): Row | undefined;
  all(parameters?: Parameters): Row[];
  /** Returns the number of rows it changed. */
  run(parameters?: Parameters): number;
}

/**
 * One connection. Everything on it is synchronous, so that two transactions of one process never
 * mix.
 */
export interface Database {
  prepare<Row = never>(sql: string): Statement<Row>;
  /** Runs the work in a transaction that holds the right to write from its beginning. */
  write<Result>(work: () => Result): Result;
  /** Runs statements that need no transaction. */
  read<Result>(work: () => Result): Result;
  exec(sql: string): void;
  close(): void;
}

/** Durability of a connection. */
export interface DatabaseOptions {
  path: string;
  /**
   * `full`: a commit survives a loss of power. `normal`: it survives a kill of the process.
   * `off`: for what may be lost. https://sqlite.org/pragma.html#pragma_synchronous
   */
  durability: 'full' | 'normal' | 'off';
  /** Bound of the file's size. */
  maxBytes?: number | undefined;
}

/** Time a writer, and its thread, waits for another process. */
const BUSY_TIMEOUT_MS = 10_000;

const PAGE_BYTES = 4096;

/** Cache per connection: the upper index pages of millions of rows. */
const CACHE_KIB = 8 * 1024;

/** Opens a database file, and makes it if there is none. @throws RenderError `storage_failed` */
export function openDatabase({ path, durability, maxBytes }: DatabaseOptions): Database {
  return mapErrors(() => {
    makeFile(path);
    refuseForeignLink(path);
    const connection = new DatabaseSync(path, {
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
    });
    try {
      connection.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
      useWriteAheadLog(connection);
      connection.exec(`PRAGMA synchronous = ${durability}`);
      connection.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
      if (maxBytes !== undefined) {
        connection.exec(
          `PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / PAGE_BYTES))}`,
        );
      }
    } catch (error) {
      connection.close();
      throw error;
    }
    return wrap(connection);
  }, `The database ${path}`);
}

/**
 * Creates the file whose mode SQLite's other files copy. An existing file is not opened: closing it
 * would drop this process's locks (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function makeFile(path: string): void {
  try {
    makeOwnedFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Retries: two processes may switch at once, which SQLite refuses without waiting. */
function useWriteAheadLog(connection: DatabaseSync): void {
  for (let attempts = 0; ; attempts++) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (attempts === 50 || (error as { errcode?: number }).errcode !== 5) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function wrap(connection: DatabaseSync): Database {
  let isInTransaction = false;
  const ready = () => {
    if (!connection.isOpen) throw new RenderError('shutting_down', 'The store has been closed.');
  };
  return {
    prepare: (sql) => prepare(connection, sql),
    exec: (sql) => mapErrors(() => connection.exec(sql)),
    read: (work) => {
      ready();
      return mapErrors(work);
    },
    write: (work) => {
      ready();
      if (isInTransaction) throw new Error('A transaction is under way on this connection.');
      isInTransaction = true;
      try {
        return mapErrors(() => transact(connection, work));
      } finally {
        isInTransaction = false;
      }
    },
    close: () => {
      if (connection.isOpen) connection.close();
    },
  };
}

/** The one place where rows get the type that their statement promises. */
function prepare<Row>(connection: DatabaseSync, sql: string): Statement<Row> {
  const statement = mapErrors(() => connection.prepare(sql));
  return {
    get: (parameters = {}) => statement.get(parameters) as Row | undefined,
    all: (parameters = {}) => statement.all(parameters) as Row[],
    run: (parameters = {}) => Number(statement.run(parameters).changes),
  };
}

function transact<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk has rolled it back already.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function mapErrors<Result>(work: () => Result, place?: string): Result {
  try {
    return work();
  } catch (error) {
    throw storageError(error, place);
  }
}
