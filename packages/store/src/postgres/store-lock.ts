import { createHash } from 'node:crypto';
import { RenderError } from '@tintype/contract/errors';
import type { ClientBase, Pool } from 'pg';
import { inTime, type Connections } from './open-connections.ts';

/** A process without a heartbeat for this time is dead, and its work is released. */
export const DEAD_AFTER_MS = 12_000;

/** A store that no other process can open. */
export interface StoreAlone {
  /** Returns whether that still holds: a restart of the database ends it. */
  holds(): Promise<boolean>;
  end(): Promise<void>;
}

/** @throws RenderError `invalid_parameter` while a process uses the store */
export async function takeStoreAlone({ pool, connect }: Connections): Promise<StoreAlone> {
  const client = await connect();
  const end = async () => {
    await client.query(`SELECT pg_advisory_unlock(${IN_USE})`).catch(() => {});
    await inTime(client.end());
  };
  try {
    const { rows } = await client.query<{ got: boolean }>(
      `SELECT pg_try_advisory_lock(${IN_USE}) AS got`,
    );
    // Those of the version before share nothing.
    await refuseUsers(pool);
    if (rows[0]?.got !== true) {
      throw new RenderError(
        'invalid_parameter',
        'Another command works on this database. Wait until it has ended.',
      );
    }
    return { holds: () => client.query('SELECT 1').then(isTrue, isFalse), end };
  } catch (error) {
    await end();
    throw error;
  }
}

const isTrue = () => true;
const isFalse = () => false;

/** Returns an advisory lock number. Names with the same number only wait for each other. */
export function lockKey(name: string): string {
  return createHash('sha256').update(`tintype ${name}`).digest().readBigInt64BE().toString();
}

/** Every open store holds this lock as shared, until its connection ends. */
const IN_USE = lockKey('store in use');

/** Shares the store with all its other users; false while one has exclusive use. */
export async function shareStore(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock_shared(${IN_USE}) AS got`,
  );
  return rows[0]?.got === true;
}

/** Releases the lock of {@link shareStore} at once, not only when the connection has ended. */
export async function leaveStore(client: ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock_shared(${IN_USE})`);
}

/** Returns whether a process works on the database, or did so until lately. */
export async function hasUsers(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM holders WHERE seen_at > clock_timestamp() - $1 * INTERVAL '1 millisecond'`,
    [DEAD_AFTER_MS],
  );
  return rows.length > 0;
}

/** @throws RenderError `invalid_parameter` */
async function refuseUsers(pool: Pool): Promise<void> {
  if (!(await hasUsers(pool))) return;
  throw new RenderError(
    'invalid_parameter',
    `A service runs on this database, or did ${DEAD_AFTER_MS / 1000} seconds ago. Stop it first.`,
  );
}
