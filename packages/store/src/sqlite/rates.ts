import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract/errors';
import type { Usage } from '../ports/accounts/usage.ts';
import { createRates } from '../sql/accounts/rates.ts';
import { openDatabase, type Database } from './open-database.ts';
import { createPortDatabase } from './port-database.ts';

/** Requests of the current minute, shared by the processes of one data folder. */
export interface Rates extends Pick<Usage, 'takeRate' | 'rateState'> {
  close(): void;
}

/** Longer than any transaction on it takes, and short enough for the thread that waits. */
const BUSY_TIMEOUT_MS = 5;
/** Another program that reads the file is awaited without blocking the thread. */
const BUSY_PATIENCE_MS = 10_000;
const BUSY_PAUSE_MS = 20;

const TABLE = `CREATE TABLE IF NOT EXISTS rates (
  account_id TEXT PRIMARY KEY,
  minute INTEGER NOT NULL,
  taken INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;

/**
 * A database of its own, which never waits for the disk: what is in it is worth nothing a minute
 * later, and it is written with every request.
 */
export function openRates(path: string, now: () => number): Rates {
  const database = openOrReplace(path);
  const rates = createRates(createPortDatabase(database), now, patiently);
  return { ...rates, close: () => database.close() };
}

/** Runs immediately if there is no conflict. */
async function patiently<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const endMs = performance.now() + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endMs) throw error;
    }
    await delay(BUSY_PAUSE_MS);
  }
}

function isBusy(error: unknown): boolean {
  const cause = RenderError.is(error) ? error.cause : error;
  const { errcode = 0 } = (cause ?? {}) as { errcode?: number };
  return (errcode & 0xff) === 5;
}

/** A loss of power can damage it; then it is created again. */
function openOrReplace(path: string): Database {
  try {
    return tryOpen(path);
  } catch (error) {
    if (isBusy(error)) throw error;
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    try {
      return tryOpen(path);
    } catch {
      throw error;
    }
  }
}

function tryOpen(path: string): Database {
  const database = openDatabase({ path, durability: 'off' });
  try {
    database.exec(TABLE);
    database.prepare('SELECT count(*) FROM rates').get();
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
