import type { Database, Steps } from './database.ts';

/** A table of waiting rows with its group and due columns, which share an index. */
export interface DueTable {
  table: 'requests' | 'open_requests' | 'tasks';
  group: 'account_id';
  due: 'available_at' | 'next_run_at';
  /** Only these rows. An index with the same condition must exist. */
  only?: string;
}

/** Number of due rows to inspect, the earliest first. */
const LOOKED_AT = 200;
/** Number of groups to inspect beyond those, if more is due. */
const GROUPS_LOOKED_AT = 100;

/** Finds the groups in which something is due. */
export interface DueGroups {
  /** Returns whether there is any, except for those `excluded`. */
  any(now: number, excluded: readonly string[]): Steps<boolean>;
  find(now: number, excluded?: readonly string[]): Steps<string[]>;
}

/**
 * Groups with due rows, except `excluded`. If very many rows are due: the first, and some of all
 * groups in a cycle, so that one account cannot starve others.
 */
export function prepareDueGroups(
  database: Database,
  { table, group, due, only = 'TRUE' }: DueTable,
): DueGroups {
  const earliest = database.prepare<{ label: string }>(`SELECT ${group} AS label FROM ${table}
    WHERE ${due} <= :now AND ${only} AND ${group} NOT IN (${database.dialect.valuesOf(':excluded')})
    ORDER BY ${due} LIMIT :max`);
  // Whether something of a group is due, with the group: behind a network, each question more costs
  // a way. For EXISTS, Postgres may read all that is due of all groups.
  const next = database.prepare<{ label: string; is_due: number | boolean }>(`
    WITH RECURSIVE groups (label, place) AS (
      SELECT min(${group}), 1 FROM ${table} WHERE ${due} IS NOT NULL AND ${only} AND ${group} > :after
      UNION ALL
      SELECT (SELECT min(${group}) FROM ${table}
              WHERE ${due} IS NOT NULL AND ${only} AND ${group} > groups.label), place + 1
      FROM groups WHERE groups.label IS NOT NULL AND place < ${GROUPS_LOOKED_AT}
    )
    SELECT label, (SELECT 1 FROM ${table}
        WHERE ${group} = groups.label AND ${due} <= :now AND ${only} LIMIT 1) IS NOT NULL AS is_due
      FROM groups WHERE label IS NOT NULL`);
  let after = '';
  const read = (now: number, excluded: readonly string[], max: number) =>
    earliest.all({ now, excluded: JSON.stringify(excluded), max });
  const find: DueGroups['find'] = function* (now, excluded = []) {
    const rows = yield* read(now, excluded, LOOKED_AT);
    const labels = new Set(rows.map(({ label }) => label));
    if (rows.length < LOOKED_AT) return [...labels];
    const others = yield* next.all({ after, now });
    after = others.length < GROUPS_LOOKED_AT ? '' : (others.at(-1)?.label ?? '');
    for (const { label, is_due: isDue } of others) {
      if (isDue && !excluded.includes(label)) labels.add(label);
    }
    return [...labels];
  };
  return {
    *any(now, excluded) {
      return (yield* read(now, excluded, 1)).length > 0;
    },
    find,
  };
}

/** When the first row of all `parts` (each with an index) is due; undefined if none waits. */
export function prepareNextDue(
  database: Database,
  { table, due }: DueTable,
  parts: readonly string[] = ['TRUE'],
): () => Steps<number | undefined> {
  const firsts = parts.map(
    (part) => `SELECT min(${due}) AS at FROM ${table} WHERE ${due} IS NOT NULL AND ${part}`,
  );
  const statement = database.prepare<{ at: number | null }>(
    `SELECT min(at) AS at FROM (${firsts.join(' UNION ALL ')}) AS firsts`,
  );
  return function* () {
    return (yield* statement.get())?.at ?? undefined;
  };
}
