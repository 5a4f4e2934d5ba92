import { setTimeout as delay } from 'node:timers/promises';
import { maxStateLength, type OriginState, type StateCookie } from '@tintype/contract/light';
import type { CdpSession, PageSession, PageState } from '@tintype/core';
import { callOf } from '@tintype/core/page';
import { pageCode } from '../page-code.ts';
import type { FoundDatabases } from './in-page/read-databases.ts';
import type { DatabaseLimits } from './in-page/read-store.ts';
import type { StoredItems } from './in-page/stored-items.ts';
import type { StoragePage } from './storage-page.ts';

/** Limits of the databases of one state: half of its length, and few enough objects. */
export const databaseLimits: DatabaseLimits = {
  databases: 20,
  stores: 100,
  indexes: 100,
  records: 1000,
  length: maxStateLength / 2,
  objects: 10_000,
};

/** Maximum time to read the databases of an origin, in ms: a page may lock them. */
const databasesBoundMs = 2000;

/** Maximum number of characters of a page in a message, twice. */
const maxPartLength = 200;

/** Maximum length of databases as JSON in a message, in bytes: a control character takes seven. */
const maxAnswer = 8 * maxStateLength;

/** Storage of one document. */
export interface FoundStorage extends StoredItems {
  /** Absent if they could not be read. */
  databases?: FoundDatabases;
}

/** Adds what was found in documents to the state of a context, within its limits. */
export interface StateWriter {
  readonly result: PageState;
  /** True once it is too large: nothing more is read. */
  readonly isFull: boolean;
  /** Reads the storage of a document, in an isolated world of it if a context is given. */
  read(session: PageSession, contextId?: number): Promise<FoundStorage | undefined>;
  /** Reads its databases only. */
  readDatabases(session: PageSession, contextId?: number): Promise<FoundDatabases | undefined>;
  add(storage: FoundStorage): void;
}

/** @param withEmpty - true to write an empty list for an origin without databases */
export function createStateWriter(cookies: StateCookie[] = [], withEmpty = false): StateWriter {
  const state = { cookies, origins: [] };
  const result: PageState = { state, missing: [], partial: new Map(), restored: [] };
  let limits = databaseLimits;
  let length = 0;
  const writer: StateWriter = {
    result,
    get isFull() {
      return length > maxStateLength;
    },
    async read(session, contextId) {
      // Scripts of the page may keep databases from being read, but not items.
      const [items, databases] = await Promise.all([
        evaluateItems(session, contextId),
        writer.readDatabases(session, contextId),
      ]);
      return items && { ...items, ...(databases && { databases }) };
    },
    async readDatabases(session, contextId) {
      const found = await readDatabases(session, limits, contextId);
      limits = found?.left ?? limits;
      return found;
    },
    add({ origin, items, databases }) {
      const own: OriginState = { origin, localStorage: items };
      const { databases: found = [] } = databases ?? {};
      if (found.length > 0 || (databases && withEmpty)) own.indexedDB = found;
      result.state.origins.push(own);
      for (const { name, value } of items) length += name.length + value.length;
      if (databases?.unread?.length !== 0) result.partial.set(origin, databases?.unread);
      for (const [part, reason] of databases?.missing ?? []) {
        result.missing.push(`${cleaned(part)} of ${origin}: ${cleaned(reason)}`);
      }
    },
  };
  return writer;
}

/** Returns a text of a page for a message: short, without control characters. */
export function cleaned(text: string): string {
  const short = text.length > maxPartLength ? `${text.slice(0, maxPartLength)}…` : text;
  return short.replaceAll(/\p{Cc}/gu, ' ');
}

/** Reads the storage of origins in a hidden page. */
export async function readOrigins(
  page: StoragePage,
  origins: Iterable<string>,
  writer: StateWriter,
): Promise<void> {
  for (const origin of origins) {
    const found = (await page.show(origin)) ? await writer.read(page.session) : undefined;
    if (found && !isEmpty(found)) writer.add(found);
    if (writer.isFull) break;
  }
}

export function isEmpty({ items, databases }: FoundStorage): boolean {
  const { databases: found = [], missing = [] } = databases ?? {};
  return items.length + found.length + missing.length === 0;
}

/** Returns the cookies of a context in the form in which Playwright writes them. */
export async function readCookies(
  root: CdpSession,
  browserContextId: string,
): Promise<StateCookie[]> {
  const { cookies } = await root.send('Storage.getCookies', { browserContextId });
  // States know no partitions: the unpartitioned cookie, the later one, counts.
  return cookies
    .toSorted((a, b) => Number(!a.partitionKey) - Number(!b.partitionKey))
    .map(cookieOf);
}

function cookieOf(cookie: {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
}): StateCookie {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite = 'Lax' } = cookie;
  return { name, value, domain, path, expires, httpOnly, secure, sameSite };
}

/** Returns undefined for a document without storage. */
export async function evaluateItems(
  session: CdpSession,
  contextId?: number,
): Promise<StoredItems | undefined> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: callOf(pageCode.storedItems, maxStateLength),
    returnByValue: true,
    ...(contextId !== undefined && { contextId }),
  });
  return exceptionDetails ? undefined : (result.value as StoredItems);
}

/** Returns undefined for a document without databases. */
async function readDatabases(
  session: PageSession,
  limits: DatabaseLimits,
  contextId?: number,
): Promise<FoundDatabases | undefined> {
  const bound = new AbortController();
  const late: FoundDatabases = {
    databases: [],
    missing: [['the databases', 'they could not be read in time']],
    left: limits,
  };
  const read = async () => {
    const { result, exceptionDetails } = await session.sendWithin(maxAnswer, 'Runtime.evaluate', {
      expression: callOf(pageCode.readDatabases, limits),
      awaitPromise: true,
      returnByValue: true,
      ...(contextId !== undefined && { contextId }),
    });
    return exceptionDetails ? undefined : (JSON.parse(String(result.value)) as FoundDatabases);
  };
  try {
    return await Promise.race([read(), delay(databasesBoundMs, late, { signal: bound.signal })]);
  } finally {
    bound.abort();
  }
}
