import { structureProblem } from '../read/json-structure.ts';
import { databasesAt, type StateDatabase } from './state-databases.ts';
import { flagAt, listAt, objectAt, textAt, WrongState } from './state-parts.ts';

export type { StateDatabase, StateRecord, StateStore } from './state-databases.ts';

/** Cookies, local storage and IndexedDB in Playwright's format. */
export interface StorageState {
  cookies: StateCookie[];
  origins: OriginState[];
}

/** One cookie of a {@link StorageState}. */
export interface StateCookie {
  name: string;
  value: string;
  /** A leading dot includes subdomains. */
  domain: string;
  path: string;
  /** Unix seconds; absent or below 0 for a session cookie. */
  expires?: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
}

/** The local storage and the databases of one origin. */
export interface OriginState {
  origin: string;
  localStorage: { name: string; value: string }[];
  indexedDB?: StateDatabase[];
}

/** Maximum number of bytes of a state as JSON; the state of one site has far fewer. */
export const maxStateLength = 1_048_576;

const limits = { maxDepth: 100, maxObjects: 20_000 };

const maxCookies = 1000;
const maxOrigins = 100;
const maxItemsOfOrigin = 1000;

/** Parses a storage state, or returns its problem, which never contains a value. */
export function storageState(text: string): StorageState | string {
  if (text.length > maxStateLength || new TextEncoder().encode(text).length > maxStateLength) {
    return `it is longer than ${maxStateLength} bytes`;
  }
  const problem = structureProblem(text, limits);
  if (problem !== undefined) return `it ${problem}`;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  try {
    const { cookies = [], origins = [], ...rest } = objectAt(given, 'it');
    const isGiven = Object.keys(rest).length < Object.keys(given as object).length;
    if (!isGiven) return 'it has neither cookies nor origins';
    return {
      cookies: listAt(cookies, 'cookies', maxCookies).map((one, at) =>
        cookieAt(one, `cookies[${at}]`),
      ),
      origins: listAt(origins, 'origins', maxOrigins).map((one, at) =>
        originAt(one, `origins[${at}]`),
      ),
    };
  } catch (error) {
    if (error instanceof WrongState) return error.message;
    throw error;
  }
}

function cookieAt(given: unknown, place: string): StateCookie {
  const cookie = objectAt(given, place);
  const { expires, sameSite } = cookie;
  if (expires !== undefined && typeof expires !== 'number') {
    throw new WrongState(`${place}.expires is no number`);
  }
  if (sameSite !== undefined && !isSameSite(sameSite)) {
    throw new WrongState(`${place}.sameSite is none of Strict, Lax, None`);
  }
  return {
    name: textAt(cookie['name'], `${place}.name`),
    value: textAt(cookie['value'], `${place}.value`),
    domain: textAt(cookie['domain'], `${place}.domain`),
    path: cookie['path'] === undefined ? '/' : textAt(cookie['path'], `${place}.path`),
    ...(expires === undefined || expires < 0 ? {} : { expires }),
    httpOnly: flagAt(cookie['httpOnly'], `${place}.httpOnly`),
    secure: flagAt(cookie['secure'], `${place}.secure`),
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}

function isSameSite(value: unknown): value is 'Strict' | 'Lax' | 'None' {
  return value === 'Strict' || value === 'Lax' || value === 'None';
}

function originAt(given: unknown, place: string): OriginState {
  const { origin, localStorage = [], indexedDB = [] } = objectAt(given, place);
  const text = textAt(origin, `${place}.origin`);
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '') || new URL(text).origin !== text) {
    throw new WrongState(`${place}.origin is no origin like https://example.com`);
  }
  const databases = databasesAt(indexedDB, `${place}.indexedDB`);
  return {
    origin: text,
    localStorage: listAt(localStorage, `${place}.localStorage`, maxItemsOfOrigin).map((one, at) => {
      const item = objectAt(one, `${place}.localStorage[${at}]`);
      return {
        name: textAt(item['name'], `${place}.localStorage[${at}].name`),
        value: textAt(item['value'], `${place}.localStorage[${at}].value`),
      };
    }),
    ...(databases.length > 0 && { indexedDB: databases }),
  };
}
