import { RenderError } from '@tintype/contract/errors';
import type { Pool } from 'pg';
import { DEAD_AFTER_MS } from './presence.ts';

/** Returns whether a process works on the database, or did so until lately. */
export async function hasUsers(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM holders WHERE seen_at > clock_timestamp() - $1 * INTERVAL '1 millisecond'`,
    [DEAD_AFTER_MS],
  );
  return rows.length > 0;
}

/** @throws RenderError `invalid_parameter` */
export async function refuseUsers(pool: Pool): Promise<void> {
  if (!(await hasUsers(pool))) return;
  throw new RenderError(
    'invalid_parameter',
    `A service runs on this database, or did ${DEAD_AFTER_MS / 1000} seconds ago. Stop it first.`,
  );
}
