import type { StateCookie, StorageState } from '@tintype/contract';

/** States of one session that are merged. */
export interface MergedStates {
  /** The state that the page started with. */
  base: StorageState;
  /** The state that it left; origins that are missing were not shown. */
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
  const origins = itemsByOrigin(stored);
  for (const { origin, localStorage } of mine.origins) {
    const left = new Map(localStorage.map(({ name, value }) => [name, value]));
    const items = origins.get(origin) ?? new Map<string, string>();
    if (mergeItems(itemsByOrigin(base).get(origin), left, items)) isChanged = true;
    origins.set(origin, items);
  }
  return isChanged ? { cookies: [...cookies.values()], origins: originsOf(origins) } : undefined;
}

/** Returns whether anything was changed. */
function mergeItems(
  before: ReadonlyMap<string, string> = new Map(),
  after: ReadonlyMap<string, string>,
  items: Map<string, string>,
): boolean {
  let isChanged = false;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === before.get(name)) continue;
    if (value !== undefined) items.set(name, value);
    else if (before.get(name) !== items.get(name) || !items.delete(name)) continue;
    isChanged = true;
  }
  return isChanged;
}

function cookiesOf({ cookies }: Pick<StorageState, 'cookies'>): Map<string, StateCookie> {
  return new Map(
    cookies.map((cookie) => [JSON.stringify([cookie.domain, cookie.path, cookie.name]), cookie]),
  );
}

function itemsByOrigin({ origins }: StorageState): Map<string, Map<string, string>> {
  return new Map(
    origins.map(({ origin, localStorage }) => [
      origin,
      new Map(localStorage.map(({ name, value }) => [name, value])),
    ]),
  );
}

function originsOf(origins: Map<string, Map<string, string>>): StorageState['origins'] {
  return [...origins]
    .filter(([, items]) => items.size > 0)
    .map(([origin, items]) => ({
      origin,
      localStorage: [...items].map(([name, value]) => ({ name, value })),
    }));
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
