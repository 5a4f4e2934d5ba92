import type { Database, Steps } from './database.ts';

/** Number of rows of a table in each state: triggers maintain the count. */
export function prepareRowCounts(
  database: Database,
  name: 'requests' | 'outbox',
): (state: string) => Steps<number> {
  const count = database.prepare<{ count: number }>(
    `SELECT count FROM row_counts WHERE name = '${name}' AND state = :state`,
  );
  return function* (state) {
    return (yield* count.get({ state }))?.count ?? 0;
  };
}
