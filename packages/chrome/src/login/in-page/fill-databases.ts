/// <reference lib="dom" />
import type { StateDatabase, StateRecord, StateStore } from '@tintype/contract/light';
import { decodeValue } from './decode-value.ts';

/**
 * Creates databases in the document's origin, which has none.
 * @param text - a list of {@link StateDatabase} as JSON: as a literal, `__proto__` would be no name
 * @returns names of databases that could not be created, and the reasons
 */
export async function fillDatabases(text: string): Promise<[name: string, reason: string][]> {
  const problems: [string, string][] = [];
  for (const database of JSON.parse(text) as StateDatabase[]) {
    try {
      await fillDatabase(database);
    } catch (error) {
      problems.push([database.name, (error as Error).message]);
    }
  }
  return problems;
}

export async function fillDatabase({ name, version, stores }: StateDatabase): Promise<void> {
  const request = indexedDB.open(name, version);
  let problem: unknown;
  request.onupgradeneeded = () => {
    try {
      for (const store of stores) fillStore(request.result, store);
    } catch (error) {
      problem = error;
      request.transaction?.abort();
    }
  };
  await new Promise<void>((resolve, reject) => {
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(problem ?? request.error);
  });
}

export function fillStore(
  db: IDBDatabase,
  { name, autoIncrement, keyPath, keyPathArray, records, indexes }: StateStore,
): void {
  const path = keyPathArray ?? keyPath ?? null;
  const store = db.createObjectStore(name, { autoIncrement, keyPath: path });
  for (const { name: index, multiEntry, unique, ...own } of indexes) {
    store.createIndex(index, own.keyPathArray ?? own.keyPath ?? '', { multiEntry, unique });
  }
  for (const record of records) {
    const value = plainOr(record, 'value');
    if (path === null) store.put(value, plainOr(record, 'key') as IDBValidKey);
    else store.put(value);
  }
}

export function plainOr(record: StateRecord, field: 'key' | 'value'): unknown {
  return field in record ? record[field] : decodeValue(record[`${field}Encoded`]);
}
