import { flagAt, listAt, objectAt, textAt, WrongState } from './state-parts.ts';

/** A database of IndexedDB, in Playwright's format. */
export interface StateDatabase {
  name: string;
  version: number;
  stores: StateStore[];
}

/** An object store. Its key path is in `keyPath` or `keyPathArray`; without one, keys are apart. */
export interface StateStore extends KeyPath {
  name: string;
  autoIncrement: boolean;
  records: StateRecord[];
  indexes: StateIndex[];
}

export interface StateIndex extends KeyPath {
  name: string;
  multiEntry: boolean;
  unique: boolean;
}

export interface KeyPath {
  keyPath?: string;
  keyPathArray?: string[];
}

/**
 * A record. Keys and values that JSON can express are in `key` and `value`; others are in
 * `keyEncoded` and `valueEncoded`, in Playwright's encoding.
 */
export interface StateRecord {
  key?: unknown;
  keyEncoded?: unknown;
  value?: unknown;
  valueEncoded?: unknown;
}

const maxDatabases = 100;
const maxStores = 1000;
const maxIndexes = 100;
const maxRecords = 10_000;

const recordFields = ['key', 'keyEncoded', 'value', 'valueEncoded'] as const;

/** Parses the databases of an origin. @throws {WrongState} */
export function databasesAt(given: unknown, place: string): StateDatabase[] {
  return itemsAt(given, place, maxDatabases, (database, at) => {
    const { version } = database;
    if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
      throw new WrongState(`${at}.version is no positive integer`);
    }
    const stores = itemsAt(database['stores'], `${at}.stores`, maxStores, storeAt);
    return { name: textAt(database['name'], `${at}.name`), version, stores };
  });
}

function storeAt(store: Record<string, unknown>, place: string): StateStore {
  return {
    name: textAt(store['name'], `${place}.name`),
    autoIncrement: flagAt(store['autoIncrement'], `${place}.autoIncrement`),
    ...keyPathAt(store, place),
    records: itemsAt(store['records'], `${place}.records`, maxRecords, (record) => {
      const known = recordFields.filter((field) => record[field] !== undefined);
      return Object.fromEntries(known.map((field) => [field, record[field]]));
    }),
    indexes: itemsAt(store['indexes'], `${place}.indexes`, maxIndexes, (index, at) => ({
      name: textAt(index['name'], `${at}.name`),
      ...keyPathAt(index, at),
      multiEntry: flagAt(index['multiEntry'], `${at}.multiEntry`),
      unique: flagAt(index['unique'], `${at}.unique`),
    })),
  };
}

function keyPathAt({ keyPath, keyPathArray }: Record<string, unknown>, place: string): KeyPath {
  if (keyPathArray !== undefined) {
    const list = listAt(keyPathArray, `${place}.keyPathArray`, maxIndexes);
    return { keyPathArray: list.map((one, at) => textAt(one, `${place}.keyPathArray[${at}]`)) };
  }
  return keyPath === undefined ? {} : { keyPath: textAt(keyPath, `${place}.keyPath`) };
}

function itemsAt<T>(
  given: unknown = [],
  place: string,
  max: number,
  read: (item: Record<string, unknown>, place: string) => T,
): T[] {
  return listAt(given, place, max).map((item, index) => {
    const at = `${place}[${index}]`;
    return read(objectAt(item, at), at);
  });
}
