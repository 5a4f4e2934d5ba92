import type { Database, Steps } from './database.ts';

/** How many rows of a table are in each state: triggers keep the count. */
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
