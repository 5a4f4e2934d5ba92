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
  valuesOf: (parameter) => `SELECT json_array_elements_text(CAST(${parameter} AS JSON))`,
};

/** Serialization failure, deadlock: nothing was written, and the next attempt may fare better. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** A statement as Postgres takes it: `$1` for each name. */
export interface Prepared {
  name: string;
  text: string;
  names: readonly string[];
}

/** The ports' database over the connections of a pool. */
export function createPortDatabase(pool: Pool, isClosed: () => boolean): Database {
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
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      // A connection that has ended is not used again.
      client.release(isLost(failure));
    }
  };
  const write = async <Result>(begin: string, work: () => Steps<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        ready(isClosed);
        return await transact(begin, work);
      } catch (error) {
        const { code } = error as { code?: string };
        if (attempt === ATTEMPTS || !RETRYABLE.has(code ?? '')) throw postgresError(error);
      }
    }
  };
  return {
    dialect: postgres,
    prepare: (sql) => {
      prepare(sql);
      return createStatement(sql);
    },
    write: (work) => write('BEGIN', work),
    writeFor: (name, work) => write(`BEGIN; SELECT pg_advisory_xact_lock(${lockKey(name)})`, work),
    read: async (work) => {
      ready(isClosed);
      try {
        return await take(pool, work);
      } catch (error) {
        throw postgresError(error);
      }
    },
  };
}

function ready(isClosed: () => boolean): void {
  if (isClosed()) throw new RenderError('shutting_down', 'The store has been closed.');
}

/** An error of the server leaves the connection as it is; class 57 says that the server itself ends. */
function isLost(error: unknown): boolean {
  if (error === undefined) return false;
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined && (severity !== 'ERROR' || (code ?? '').startsWith('57P'));
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
