import type { ClientBase } from 'pg';
import { schemaName } from './schema-name.ts';

/**
 * Makes what takes long on a large table before the step that locks it. Nobody else waits for this;
 * it waits for transactions that began before it, such as those of a backup. It cannot be part of a
 * transaction.
 */
export async function buildAhead(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ wanted: boolean }>(
    `SELECT to_regclass('${schemaName}.requests') IS NOT NULL
       AND to_regclass('${schemaName}.open_requests') IS NULL AS wanted`,
  );
  if (rows[0]?.wanted !== true) return;
  // One that was ended in the middle is there, and is of no use.
  await client.query('DROP INDEX CONCURRENTLY IF EXISTS requests_slots');
  await client.query(
    `CREATE UNIQUE INDEX CONCURRENTLY requests_slots ON requests (task_id, scheduled_for)
     WHERE task_id IS NOT NULL`,
  );
}
