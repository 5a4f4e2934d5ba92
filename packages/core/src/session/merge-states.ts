import type { OriginState, StateCookie, StorageState } from '@tintype/contract';
import { mergeDatabases } from './merge-databases.ts';
import { mergeItems } from './merge-items.ts';

/** States of one session that are merged. */
export interface MergedStates {
  /** The state that the page started with. */
  base: StorageState;
  /**
   * The state that it left. Origins that are missing were not shown, and the databases of an origin
   * without `indexedDB` were not read.
   */
  mine: StorageState;
  /** The state that is stored now. */
  stored: StorageState;
  /** The current time in Unix seconds: expired cookies are dropped. */
  nowS: number;
}

/**
 * Merges the changes of one render into the stored state: a cookie or an item that the render
 * changed is as the render left it, all others are as they are stored. One that it removed is
 * removed, unless another render has changed it: the server removed the value that it received,
 * which after a new login is an old one.
 * @returns undefined if the render changed nothing
 */
export function mergeStates({ base, mine, stored, nowS }: MergedStates): StorageState | undefined {
  const isLive = (cookie: StateCookie) => !isExpired(cookie, nowS);
  const before = cookiesOf(base);
  const after = cookiesOf({ cookies: mine.cookies.filter(isLive) });
  const cookies = cookiesOf({ cookies: stored.cookies.filter(isLive) });
  let isChanged = false;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    if (is ? was && isSame(was, is) : was && isExpired(was, nowS)) continue;
    if (is) cookies.set(key, is);
    else if (was?.value !== cookies.get(key)?.value || !cookies.delete(key)) continue;
    isChanged = true;
  }
  const origins = byOrigin(stored);
  for (const { origin, localStorage, indexedDB } of mine.origins) {
    const [was, now] = [byOrigin(base).get(origin), origins.get(origin)];
    const items = itemsOf(now);
    if (mergeItems(itemsOf(was), itemsOf({ localStorage }), items)) isChanged = true;
    const databases =
      indexedDB &&
      mergeDatabases({ base: was?.indexedDB, mine: indexedDB, stored: now?.indexedDB });
    if (databases) isChanged = true;
    origins.set(origin, originOf(origin, items, databases ?? now?.indexedDB));
  }
  if (!isChanged) return undefined;
  const left = [...origins.values()].filter(
    ({ localStorage, indexedDB = [] }) => localStorage.length + indexedDB.length > 0,
  );
  return { cookies: [...cookies.values()], origins: left };
}

function cookiesOf({ cookies }: Pick<StorageState, 'cookies'>): Map<string, StateCookie> {
  return new Map(
    cookies.map((cookie) => [JSON.stringify([cookie.domain, cookie.path, cookie.name]), cookie]),
  );
}

function byOrigin({ origins }: StorageState): Map<string, OriginState> {
  return new Map(origins.map((one) => [one.origin, one]));
}

function itemsOf(origin: Pick<OriginState, 'localStorage'> | undefined): Map<string, string> {
  return new Map(origin?.localStorage.map(({ name, value }) => [name, value]));
}

function originOf(
  origin: string,
  items: ReadonlyMap<string, string>,
  databases: OriginState['indexedDB'] = [],
): OriginState {
  const localStorage = [...items].map(([name, value]) => ({ name, value }));
  return { origin, localStorage, ...(databases.length > 0 && { indexedDB: databases }) };
}

function isExpired({ expires = -1 }: StateCookie, nowS: number): boolean {
  return expires >= 0 && expires <= nowS;
}

/** The browser reports Lax for cookies without SameSite, and -1 for those of the session. */
function isSame(a: StateCookie, b: StateCookie): boolean {
  const form = ({ value, httpOnly, secure, sameSite = 'Lax', expires = -1 }: StateCookie) =>
    JSON.stringify([value, httpOnly, secure, sameSite, Math.max(expires, -1)]);
  return form(a) === form(b);
}
