import { callOf } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import {
  RenderError,
  sessionNotFound,
  storageState,
  type RenderRequest,
  type StateCookie,
  type StorageState,
} from '@tintype/contract';
import { isInvalidCookie } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { PageWork, SessionWork } from '../../page/page-work.ts';
import type { StoredItems } from './in-page/fill-storage.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';

/** @throws {RenderError} `session_not_found` if the state of a session does not parse */
export function stateOf({ storage_state: text, session }: RenderRequest): StorageState | undefined {
  const state = text === undefined ? undefined : storageState(text);
  if (typeof state === 'string') throw sessionNotFound(session ?? '', state);
  return state;
}

/**
 * Stores the cookies of a state in the page's own browser context.
 * @param session - that of the request: a cookie that the browser does not take is left out
 */
export async function restoreCookies(
  page: PageHandle,
  { cookies }: Pick<StorageState, 'cookies'>,
  session: Pick<SessionWork, 'refused'> | undefined,
): Promise<void> {
  if (cookies.length === 0) return;
  const { browserContextId, browser } = page.lease;
  const set = (some: StateCookie[]) =>
    page.deadline.race(
      browser.session.send('Storage.setCookies', { cookies: some, browserContextId }),
    );
  try {
    await set(cookies);
  } catch (error) {
    if (!isInvalidCookie(error)) throw error;
    // For all of them in one call, Chromium reports only that one is invalid.
    for (const [index, cookie] of cookies.entries()) {
      await set([cookie]).catch((cause: unknown) => {
        if (!isInvalidCookie(cause)) throw cause;
        if (!session) throw refusedCookie(index, cause);
        // The browser itself reported it: it is no mistake of the caller.
        session.refused(cookie);
      });
    }
  }
}

function refusedCookie(index: number, cause: unknown): RenderError {
  const message = `the browser does not take cookies[${index}] for its domain (a __Secure- or __Host- cookie, or one with SameSite=None, needs secure)`;
  return new RenderError('invalid_parameter', `storage_state: ${message}.`, {
    cause,
    details: [{ parameter: 'storage_state', message }],
  });
}

/**
 * Creates the databases of a state in a hidden page, before the page navigates: they are
 * asynchronous, and a script may open one as soon as there is a document.
 */
export async function restoreDatabases(
  page: PageHandle,
  { origins }: Pick<StorageState, 'origins'>,
  { context: { warn } }: Pick<PageWork, 'context'>,
): Promise<void> {
  const withDatabases = origins.filter(({ indexedDB = [] }) => indexedDB.length > 0);
  if (withDatabases.length === 0) return;
  const problems = await page.deadline.race(page.lease.restoreDatabases(withDatabases));
  for (const problem of problems) warn(`The ${problem}.`);
}

/** Settings that restore local storage before the first script, in frames of other sites too. */
export function storageSettings(state: StorageState | undefined): FrameSetting[] {
  const origins = (state?.origins ?? []).map(({ origin, localStorage }): StoredItems => [
    origin,
    localStorage.map(({ name, value }) => [name, value] as const),
  ]);
  if (origins.length === 0) return [];
  return [
    async (session) => {
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: callOf(pageCode.fillStorage, origins),
        worldName: 'tintype',
      });
    },
  ];
}
