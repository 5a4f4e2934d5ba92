import type { Database } from './open-database.ts';

/** How many rows of a table are in each state: triggers keep the count. */
export function prepareRowCounts(
  database: Database,
  name: 'requests' | 'outbox',
): (state: string) => number {
  const count = database.prepare<{ count: number }>(
    `SELECT count FROM row_counts WHERE name = '${name}' AND state = :state`,
  );
  return (state) => count.get({ state })?.count ?? 0;
}
