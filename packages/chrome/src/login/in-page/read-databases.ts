/// <reference lib="dom" />
import type { StateDatabase, StateRecord, StateStore } from '@tintype/contract/light';
import { encodeValue, type Encoding } from './encode-value.ts';

/** Limits of {@link readDatabases}. */
export interface DatabaseLimits {
  databases: number;
  /** Stores of one database. */
  stores: number;
  /** Records of all databases. */
  records: number;
  /** Characters of all databases as JSON, about. */
  length: number;
  /** Objects and lists of all databases. */
  objects: number;
}

/** Databases of an origin. */
export interface FoundDatabases {
  databases: StateDatabase[];
  /** Missing parts and the reasons, a few. */
  missing: [part: string, reason: string][];
  /** False if a database is missing. */
  isWhole: boolean;
  /** The remaining limits. */
  left: DatabaseLimits;
}

/** Notes a part that is missing, and the reason. */
export type NoteMissing = (part: string, reason: string) => void;

export const maxMissing = 5;

/**
 * Reads the databases of the document's origin. A database beyond the limits is left out, and a
 * record with a value that cannot be stored, such as a CryptoKey.
 * @returns {@link FoundDatabases} as JSON, as values may be nested too deeply for the protocol
 */
export async function readDatabases(limits: DatabaseLimits): Promise<string> {
  const found: FoundDatabases = { databases: [], missing: [], isWhole: true, left: limits };
  const note: NoteMissing = (part, reason) => {
    if (found.missing.length < maxMissing) found.missing.push([part.slice(0, 200), reason]);
  };
  const known = await indexedDB.databases();
  for (const { name = '' } of known.slice(0, limits.databases)) {
    const left = { ...found.left };
    try {
      const database = await readDatabase(name, left, note);
      if (!database) continue;
      found.databases.push(database);
      found.left = left;
    } catch (error) {
      found.isWhole = false;
      note(`the database ${name}`, (error as Error).message);
    }
  }
  if (known.length > limits.databases) {
    found.isWhole = false;
    note(`${known.length - limits.databases} databases`, 'there are too many');
  }
  return JSON.stringify(found);
}

/** Returns undefined if the page deleted it meanwhile. */
export async function readDatabase(
  name: string,
  left: DatabaseLimits,
  note: NoteMissing,
): Promise<StateDatabase | undefined> {
  const request = indexedDB.open(name);
  let isGone = false;
  request.onupgradeneeded = () => {
    isGone = true;
    request.transaction?.abort();
  };
  const db = await outcomeOf(request).catch((error: unknown) => {
    if (isGone) return undefined;
    throw error;
  });
  if (!db) return undefined;
  // The page deletes or upgrades it: it does not have to wait.
  db.onversionchange = () => db.close();
  try {
    const names = Array.from(db.objectStoreNames);
    if (names.length > left.stores) throw new RangeError(`it has more than ${left.stores} stores`);
    const stores: StateStore[] = [];
    if (names.length > 0) {
      const transaction = db.transaction(names, 'readonly');
      for (const each of names) {
        const noteRecord: NoteMissing = (record, reason) =>
          note(`${record} of ${each} in the database ${name}`, reason);
        stores.push(await readStore(transaction.objectStore(each), left, noteRecord));
      }
    }
    return { name, version: db.version, stores };
  } finally {
    db.close();
  }
}

export async function readStore(
  store: IDBObjectStore,
  left: DatabaseLimits,
  note: NoteMissing,
): Promise<StateStore> {
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
      note(`record ${String(cursor.key).slice(0, 100)}`, `it holds a ${error.message}`);
    }
    cursor.continue();
  }
  const indexes = Array.from(store.indexNames, (name) => {
    const { multiEntry, unique, keyPath } = store.index(name);
    return { name, ...pathOf(keyPath), multiEntry, unique };
  });
  const { name, autoIncrement, keyPath } = store;
  return { name, autoIncrement, ...pathOf(keyPath), records, indexes };
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
): { keyPath?: string } | { keyPathArray?: string[] } {
  if (path === null) return {};
  return typeof path === 'string' ? { keyPath: path } : { keyPathArray: Array.from(path) };
}

export function outcomeOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('it cannot be read'));
  });
}
