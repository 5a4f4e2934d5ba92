import type { OriginState, StateDatabase, StateRecord, StateStore } from '@tintype/contract';
import { mergeItems } from './merge-items.ts';

type Databases = NonNullable<OriginState['indexedDB']>;

/** Databases of one origin: at the start of a render, at its end, and as they are stored. */
export interface MergedDatabases {
  base?: Databases | undefined;
  mine: Databases;
  stored?: Databases | undefined;
}

/**
 * Merges the changes of one render into the stored databases, per record. If versions or stores of
 * a database differ, the later version of it is taken as a whole.
 * @returns undefined if the render changed nothing
 */
export function mergeDatabases({
  base = [],
  mine,
  stored = [],
}: MergedDatabases): Databases | undefined {
  const merged = byName(stored);
  const [before, after] = [byName(base), byName(mine)];
  let isChanged = false;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is, now] = [before.get(name), after.get(name), merged.get(name)];
    if (textOf(was) === textOf(is)) continue;
    const next = is ? mergeDatabase(was, is, now) : removed(was, now);
    if (next === now) continue;
    isChanged = true;
    if (next) merged.set(name, next);
    else merged.delete(name);
  }
  return isChanged ? [...merged.values()] : undefined;
}

/** One that was changed meanwhile stays. */
function removed(was: StateDatabase | undefined, now: StateDatabase | undefined) {
  return textOf(was) === textOf(now) ? undefined : now;
}

/** Returns the stored one itself if nothing of it changes. */
function mergeDatabase(
  was: StateDatabase | undefined,
  is: StateDatabase,
  now: StateDatabase | undefined,
): StateDatabase {
  if (!now) return is;
  if (formOf(is) !== formOf(now)) {
    const isOwn = was === undefined || formOf(was) !== formOf(is);
    return isOwn && is.version >= now.version ? is : now;
  }
  let isChanged = false;
  const stores = now.stores.map((store, at) => {
    const known = was && formOf(was) === formOf(is) ? recordsOf(was.stores[at]) : new Map();
    const records = recordsOf(store);
    if (!mergeItems(known, recordsOf(is.stores[at]), records)) return store;
    isChanged = true;
    return {
      ...store,
      records: [...records.values()].map((text) => JSON.parse(text) as StateRecord),
    };
  });
  return isChanged ? { ...now, stores } : now;
}

/** Names, key paths and indexes of a database, without its records. */
function formOf({ version, stores }: StateDatabase): string {
  return JSON.stringify([version, stores.map((store) => ({ ...store, records: [] }))]);
}

function byName(databases: Databases): Map<string, StateDatabase> {
  return new Map(databases.map((database) => [database.name, database]));
}

function textOf(database: StateDatabase | undefined): string | undefined {
  return JSON.stringify(database);
}

/** Records as JSON, by their keys. */
function recordsOf(store: StateStore | undefined): Map<string, string> {
  const { records = [], ...form } = store ?? {};
  return new Map(records.map((record) => [keyOf(record, form), JSON.stringify(record)]));
}

/** A key that is part of the value is found there. */
function keyOf(
  { key, keyEncoded, value, valueEncoded }: StateRecord,
  { keyPath, keyPathArray }: Pick<StateStore, 'keyPath' | 'keyPathArray'>,
): string {
  const paths = keyPathArray ?? (keyPath === undefined ? undefined : [keyPath]);
  if (!paths) return JSON.stringify(key ?? keyEncoded);
  return JSON.stringify(paths.map((path) => partAt(value ?? valueEncoded, path)));
}

/** Follows a path like `user.id` in a value, which may be encoded. */
function partAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  let part = value;
  for (const name of path.split('.')) {
    const { o } = (part ?? {}) as { o?: unknown };
    const fields: unknown[] | undefined = Array.isArray(o) ? o : undefined;
    const field = fields?.find((one) => (one as { k?: unknown }).k === name);
    part = field ? (field as { v: unknown }).v : (part as Record<string, unknown> | null)?.[name];
  }
  return part;
}
