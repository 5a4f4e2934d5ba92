/// <reference lib="dom" />
import type { StateRecord, StateStore } from '@tintype/contract/light';
import { encodeValue, spent, type Encoding } from './encode-value.ts';

/** Limits of the databases of a state. */
export interface DatabaseLimits {
  databases: number;
  /** Stores of one database. */
  stores: number;
  /** Indexes of one store. */
  indexes: number;
  /** Records of all databases. */
  records: number;
  /** Characters of all databases as JSON, about. */
  length: number;
  /** Objects and lists of all databases. */
  objects: number;
}

/** A store, and the number of records with a value that cannot be stored, by its type. */
export interface ReadStore {
  store: StateStore;
  types: Map<string, number>;
}

export async function readStore(store: IDBObjectStore, left: DatabaseLimits): Promise<ReadStore> {
  const { name, autoIncrement, keyPath } = store;
  spent(name, left, name.length);
  const types = new Map<string, number>();
  const indexes = readIndexes(store, left);
  const records: StateRecord[] = [];
  const request = store.openCursor();
  for (;;) {
    // One at a time: all of them may be gigabytes.
    const cursor = await outcomeOf(request);
    if (!cursor) break;
    left.records -= 1;
    if (left.records < 0) throw new RangeError('it has too many records');
    try {
      const key = store.keyPath === null ? recordPart('key', cursor.key, left) : {};
      records.push({ ...key, ...recordPart('value', cursor.value, left) });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      types.set(error.message, (types.get(error.message) ?? 0) + 1);
    }
    cursor.continue();
  }
  return { store: { name, autoIncrement, ...pathOf(keyPath, left), records, indexes }, types };
}

export function readIndexes(store: IDBObjectStore, left: DatabaseLimits): StateStore['indexes'] {
  const names = Array.from(store.indexNames);
  left.objects -= names.length;
  if (names.length > left.indexes || left.objects < 0) {
    throw new RangeError('it has too many indexes');
  }
  return names.map((name) => {
    const { multiEntry, unique, keyPath } = store.index(spent(name, left, name.length));
    return { name, ...pathOf(keyPath, left), multiEntry, unique };
  });
}

/** Returns `{ key }` or `{ keyEncoded }`, by whether JSON can express it. */
export function recordPart(
  field: 'key' | 'value',
  value: unknown,
  left: DatabaseLimits,
): StateRecord {
  const work: Encoding = { ...left, isPlain: value !== null, ids: new Map() };
  const written = encodeValue(value, work);
  left.length = work.length;
  left.objects = work.objects - 1;
  return { [work.isPlain ? field : `${field}Encoded`]: work.isPlain ? value : written };
}

export function pathOf(
  path: string | string[] | null,
  left: DatabaseLimits,
): { keyPath?: string } | { keyPathArray?: string[] } {
  if (path === null) return {};
  for (const part of typeof path === 'string' ? [path] : path) spent(part, left, part.length);
  return typeof path === 'string' ? { keyPath: path } : { keyPathArray: Array.from(path) };
}

export function outcomeOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('it cannot be read'));
  });
}
