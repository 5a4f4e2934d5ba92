import type { ClientBase } from 'pg';
import { lockKey } from './lock-key.ts';

/** Every open store holds this lock as shared, until its connection ends. */
export const IN_USE = lockKey('store in use');

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
