import type { Database } from './open-database.ts';

/** Where things wait: a table, what groups them, and when they are due. An index on both must exist. */
export interface DueTable {
  table: 'requests' | 'outbox' | 'tasks';
  group: 'account_id' | 'host';
  due: 'available_at' | 'next_run_at';
}

/** The groups in which something is due. Jumps from group to group in the index, however much waits in each. */
export function prepareDueGroups(
  database: Database,
  { table, group, due }: DueTable,
): (now: number) => string[] {
  const statement = database.prepare<{ label: string }>(`
    WITH RECURSIVE groups (label) AS (
      SELECT min(${group}) FROM ${table} WHERE ${due} IS NOT NULL
      UNION ALL
      SELECT (SELECT min(${group}) FROM ${table}
              WHERE ${due} IS NOT NULL AND ${group} > groups.label)
      FROM groups WHERE groups.label IS NOT NULL
    )
    SELECT label FROM groups
    WHERE label IS NOT NULL
      AND EXISTS (SELECT 1 FROM ${table} WHERE ${group} = groups.label AND ${due} <= :now)`);
  return (now) => statement.all({ now }).map(({ label }) => label);
}

/** When the first thing is due; undefined when nothing waits. */
export function prepareNextDue(
  database: Database,
  { table, due }: DueTable,
): () => number | undefined {
  const statement = database.prepare<{ at: number | null }>(
    `SELECT min(${due}) AS at FROM ${table} WHERE ${due} IS NOT NULL`,
  );
  return () => statement.get()?.at ?? undefined;
}
