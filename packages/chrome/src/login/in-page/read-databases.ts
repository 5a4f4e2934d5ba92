/// <reference lib="dom" />
import type { StateDatabase, StateStore } from '@tintype/contract/light';
import { spent } from './encode-value.ts';
import { outcomeOf, readStore, type DatabaseLimits } from './read-store.ts';

/** Databases of an origin. */
export interface FoundDatabases {
  databases: StateDatabase[];
  /** Missing parts and the reasons, a few. */
  missing: [part: string, reason: string][];
  /** Names of missing databases; absent if they are unknown. */
  unread?: string[];
  /** The remaining limits. */
  left: DatabaseLimits;
}

/** Notes a part that is missing, and the reason. */
export type NoteMissing = (part: string, reason: string) => void;

export const maxMissing = 5;

/** Maximum number of names of missing databases, and of their characters. */
export const maxUnreadLength = 10_000;

/**
 * Reads the databases of the document's origin. A database beyond the limits is left out, and a
 * record with a value that cannot be stored, such as a CryptoKey.
 * @returns {@link FoundDatabases} as JSON, as values may be nested too deeply for the protocol
 */
export async function readDatabases(limits: DatabaseLimits): Promise<string> {
  const found: FoundDatabases = { databases: [], missing: [], left: limits };
  const unread: string[] = [];
  const note: NoteMissing = (part, reason) => {
    if (found.missing.length < maxMissing)
      found.missing.push([part.slice(0, 300), reason.slice(0, 300)]);
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
      unread.push(name);
      note(`the database ${name}`, (error as Error).message);
    }
  }
  if (known.length > limits.databases) {
    unread.push(...known.slice(limits.databases).map(({ name = '' }) => name));
    note(`${known.length - limits.databases} databases`, 'there are too many');
  }
  // A page may choose any number of names of any length.
  if (unread.join('').length < maxUnreadLength && unread.length < maxUnreadLength) {
    found.unread = unread;
  }
  return JSON.stringify(found);
}

/** Returns undefined if the page deleted it meanwhile. */
export async function readDatabase(
  name: string,
  left: DatabaseLimits,
  note: NoteMissing,
): Promise<StateDatabase | undefined> {
  spent(name, left, name.length);
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
        const { store, types } = await readStore(transaction.objectStore(each), left);
        stores.push(store);
        // Keys of records may be secrets.
        for (const [type, count] of types) {
          const records = count === 1 ? '1 record' : `${count} records`;
          const reason = `values of type ${type} cannot be stored`;
          note(`${records} of ${each} in the database ${name}`, reason);
        }
      }
    }
    return { name, version: db.version, stores };
  } finally {
    db.close();
  }
}
