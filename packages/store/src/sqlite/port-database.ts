import {
  createStatement,
  type Database as SqlDatabase,
  type Dialect,
  type Query,
  type QueryResult,
  type Steps,
} from '../sql/database.ts';
import type { Database, Statement } from './open-database.ts';

/** The database of the ports where everything happens at once. */
export interface PortDatabase extends SqlDatabase {
  write<Result>(work: () => Steps<Result>): Result;
  writeFor<Result>(name: string, work: () => Steps<Result>): Result;
  read<Result>(work: () => Steps<Result>): Result;
}

const sqlite: Dialect = {
  least: 'min',
  greatest: 'max',
  skipLocked: '',
  openRequests: 'requests',
  firstOpen: (conditions) =>
    `SELECT id FROM requests WHERE ${conditions} ORDER BY available_at, id LIMIT 1`,
  valuesOf: (parameter) => `SELECT value FROM json_each(${parameter})`,
};

/**
 * A connection as the ports use it: their steps are taken without a pause, so that two transactions
 * never mix.
 */
export function createPortDatabase(database: Database): PortDatabase {
  const statements = new Map<string, Statement<unknown>>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare<unknown>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const ask = ({ sql, parameters, wants }: Query): QueryResult => {
    const statement = prepared(sql);
    if (wants === 'changes') return { rows: [], changes: statement.run(parameters) };
    if (wants === 'rows') return { rows: statement.all(parameters), changes: 0 };
    const row = statement.get(parameters);
    return { rows: row === undefined ? [] : [row], changes: 0 };
  };
  const take = <Result>(work: () => Steps<Result>): Result => {
    const steps = work();
    let step = steps.next();
    while (!step.done) step = steps.next(ask(step.value));
    return step.value;
  };
  // One transaction at a time writes to the file, under whatever name.
  const write = <Result>(work: () => Steps<Result>) => database.write(() => take(work));
  return {
    dialect: sqlite,
    prepare: (sql) => {
      prepared(sql);
      return createStatement(sql);
    },
    write,
    writeFor: (_name, work) => write(work),
    read: (work) => database.read(() => take(work)),
  };
}
