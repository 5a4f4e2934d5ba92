import type { ClientBase } from 'pg';
import { lockKey } from './lock-key.ts';

/**
 * Every process that opens the store takes this lock as shared; it is released with the connection.
 */
export const IN_USE = lockKey('store in use');

/** Shares the store with all its other users; false while one has exclusive use. */
export async function shareStore(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock_shared(${IN_USE}) AS got`,
  );
  return rows[0]?.got === true;
}

/**
 * Gives up what {@link shareStore} took. At the end of a connection alone the server does so a
 * moment later.
 */
export async function leaveStore(client: ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock_shared(${IN_USE})`);
}
