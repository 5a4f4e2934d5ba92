import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract/errors';
import type { ClientBase, Pool } from 'pg';
import {
  createStatement,
  type Database,
  type Dialect,
  type Query,
  type QueryResult,
  type Steps,
} from '../sql/database.ts';
import { lockKey } from './lock-key.ts';
import { postgresError } from './postgres-error.ts';

const postgres: Dialect = {
  least: 'least',
  greatest: 'greatest',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  openRequests: 'open_requests',
  // What is locked is the request, as by everybody who changes it: the row of `open_requests`
  // follows by a trigger. Of most requests `available_at` is NULL: compared as it is, the planner
  // expects not one to be left, and reads all of an account before it takes the first.
  firstOpen: (conditions) => `SELECT requests.id
    FROM (SELECT id, available_at FROM open_requests WHERE ${conditions}) AS due
    JOIN requests ON requests.id = due.id AND coalesce(requests.available_at, :now + 1) <= :now
    ORDER BY due.available_at, due.id LIMIT 1 FOR UPDATE OF requests SKIP LOCKED`,
  valuesOf: (parameter) => `SELECT json_array_elements_text(CAST(${parameter} AS JSON))`,
};

/** Serialization failure, deadlock: nothing was written, and the next attempt may fare better. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Pause after an attempt, times its number, at most: the conflicting process has another pause. */
const PAUSE_MS = 20;

/**
 * A statement that this connection has prepared, for columns that a migration has changed, or that
 * the connection has lost. It is right on a new one.
 * https://www.postgresql.org/docs/current/sql-prepare.html
 */
const STALE = new Set(['0A000', '26000']);

/** Whatever the database's default: reads must see what other transactions have just committed. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';

/** A statement as Postgres takes it: `$1` for each name. */
export interface Prepared {
  name: string;
  text: string;
  names: readonly string[];
}

/** The ports' database over the connections of a pool. */
export function createPortDatabase(pool: Pool): Database {
  const statements = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = statements.get(sql) ?? toPrepared(sql, `tintype_${statements.size}`);
    statements.set(sql, known);
    return known;
  };
  const ask = async (
    client: Pick<ClientBase, 'query'>,
    { sql, parameters }: Query,
  ): Promise<QueryResult> => {
    const { name, text, names } = prepare(sql);
    const values = names.map((one) => withoutNul(parameters[one]));
    const { rows, rowCount } = await client.query<object>({ name, text, values });
    return { rows, changes: rowCount ?? 0 };
  };
  const take = async <Result>(
    client: Pick<ClientBase, 'query'>,
    work: () => Steps<Result>,
  ): Promise<Result> => {
    const steps = work();
    let step = steps.next();
    while (!step.done) step = steps.next(await ask(client, step.value));
    return step.value;
  };
  const transact = async <Result>(begin: string, work: () => Steps<Result>): Promise<Result> => {
    const client = await pool.connect();
    let failure: unknown;
    try {
      await client.query(begin);
      const result = await take(client, work);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failure = error;
      if (!isLost(error)) await client.query('ROLLBACK').catch((also: unknown) => (failure = also));
      throw error;
    } finally {
      // A connection that has ended, or has statements of yesterday, is not used again.
      client.release(isLost(failure));
    }
  };
  const attempt = async <Result>(once: () => Promise<Result>): Promise<Result> => {
    // Each connection of the pool can have statements of yesterday.
    let fresh = pool.options.max;
    for (let count = 1; ;) {
      try {
        return await once();
      } catch (error) {
        const code = codeOf(error);
        const isStale = STALE.has(code) && fresh-- > 0;
        if (!isStale && (count === ATTEMPTS || !RETRYABLE.has(code))) throw postgresError(error);
        if (!isStale) await delay(Math.random() * PAUSE_MS * count++);
      }
    }
  };
  return {
    dialect: postgres,
    prepare: (sql) => {
      prepare(sql);
      return createStatement(sql);
    },
    write: (work) => attempt(() => transact(BEGIN, work)),
    writeFor: (name, work) =>
      attempt(() => transact(`${BEGIN}; SELECT pg_advisory_xact_lock(${lockKey(name)})`, work)),
    read: (work) => attempt(() => take(pool, work)),
  };
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * An error of the server leaves the connection usable, unless it is fatal, or reports that the
 * server shuts down (class 57), or that a prepared statement is stale. An error of the driver
 * itself means that the state of the connection is unknown.
 */
function isLost(error: unknown): boolean {
  if (error === undefined || !(error instanceof Error) || error instanceof RenderError)
    return false;
  const { severity } = error as { severity?: string };
  const code = codeOf(error);
  return severity !== 'ERROR' || code.startsWith('57P') || STALE.has(code);
}

/** Texts of Postgres have no NUL; where one is looked for, nothing is found. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

export function toPrepared(sql: string, name: string): Prepared {
  const names: string[] = [];
  const text = sql.replaceAll(/(?<!:):([a-z][a-z0-9_]*)/g, (_all, one: string) => {
    if (!names.includes(one)) names.push(one);
    return `$${names.indexOf(one) + 1}`;
  });
  return { name, text, names };
}
