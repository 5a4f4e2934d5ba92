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
import { lockKey } from './store-lock.ts';
import { postgresError } from './postgres-error.ts';

const postgres: Dialect = {
  least: 'least',
  greatest: 'greatest',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  openRequests: 'open_requests',
  // Locks the request, not its trigger-maintained row in `open_requests`. Comparing `available_at`
  // there directly would make the planner read all rows of an account.
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
 * Prepared statements that a migration or a lost connection invalidated; a new connection fixes
 * them. https://www.postgresql.org/docs/current/sql-prepare.html
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

/** Runs steps of the ports synchronously, so that two transactions never mix. */
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
 * Errors of the server leave the connection usable, except fatal ones, shutdown (class 57) and
 * stale statements. Errors of the driver do not.
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

/** The same database, which begins nothing new once it is closed. */
export function untilClosed(database: Database, isClosed: () => boolean): Database {
  const open = (): Database => {
    if (isClosed()) throw new RenderError('shutting_down', 'The store has been closed.');
    return database;
  };
  return {
    ...database,
    write: async (work) => open().write(work),
    writeFor: async (name, work) => open().writeFor(name, work),
    read: async (work) => open().read(work),
  };
}
