import type { OriginState, StateDatabase, StateRecord, StateStore } from '@tintype/contract';
import { mergeItems } from './merge-items.ts';
import { recordKey } from './record-key.ts';

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
  return contentOf(was) === contentOf(now) ? undefined : now;
}

/** Returns the stored one itself if nothing of it changes. */
function mergeDatabase(
  was: StateDatabase | undefined,
  is: StateDatabase,
  now: StateDatabase | undefined,
): StateDatabase {
  if (!now) return is;
  const isUpgraded = was === undefined || formOf(was) !== formOf(is);
  if (formOf(is) !== formOf(now)) return isUpgraded && is.version >= now.version ? is : now;
  let isChanged = false;
  const stores = now.stores.map((store) => {
    const known = isUpgraded ? undefined : storeOf(was, store.name);
    const records = mergeRecords(known, storeOf(is, store.name), store);
    if (!records) return store;
    isChanged = true;
    return { ...store, records };
  });
  return isChanged ? { ...now, stores } : now;
}

function storeOf(database: StateDatabase, name: string): StateStore | undefined {
  return database.stores.find((store) => store.name === name);
}

/**
 * Without a key for each record, a store is taken as a whole.
 * @returns undefined if nothing changes
 */
function mergeRecords(
  was: StateStore | undefined,
  is: StateStore | undefined,
  now: StateStore,
): StateRecord[] | undefined {
  const [before, after, records] = [recordsByKey(was), recordsByKey(is), recordsByKey(now)];
  if (!before || !after || !records) {
    const own = is?.records ?? [];
    return JSON.stringify(was?.records) === JSON.stringify(own) ? undefined : own;
  }
  if (!mergeItems(before, after, records)) return undefined;
  return [...records.values()].map((text) => JSON.parse(text) as StateRecord);
}

/** Version, names, key paths and indexes of a database. Browsers sort stores and indexes by name. */
function formOf({ version, stores }: StateDatabase): string {
  const forms = stores.map(({ name, autoIncrement, keyPath, keyPathArray, indexes }) => {
    const own = indexes.map((index) => {
      // An index always has a path.
      const path = index.keyPathArray ?? index.keyPath ?? '';
      return JSON.stringify([index.name, path, index.multiEntry, index.unique]);
    });
    return JSON.stringify([name, autoIncrement, keyPathArray ?? keyPath ?? null, own.toSorted()]);
  });
  return JSON.stringify([version, forms.toSorted()]);
}

/** Form and records of a database, in any order. */
function contentOf(database: StateDatabase | undefined): string | undefined {
  if (!database) return undefined;
  const stores = database.stores.map(({ name, records }) =>
    JSON.stringify([name, records.map((record) => JSON.stringify(record)).toSorted()]),
  );
  return JSON.stringify([formOf(database), stores.toSorted()]);
}

function byName(databases: Databases): Map<string, StateDatabase> {
  return new Map(databases.map((database) => [database.name, database]));
}

function textOf(database: StateDatabase | undefined): string | undefined {
  return JSON.stringify(database);
}

/** Returns records as JSON by their keys; undefined if a key is missing, or not unique. */
function recordsByKey(store: StateStore | undefined): Map<string, string> | undefined {
  const byKey = new Map<string, string>();
  for (const record of store?.records ?? []) {
    const key = recordKey(record, store ?? {});
    if (key === undefined || byKey.has(key)) return undefined;
    byKey.set(key, JSON.stringify(record));
  }
  return byKey;
}
