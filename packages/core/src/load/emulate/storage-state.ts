import {
  RenderError,
  storageState,
  type RenderRequest,
  type StateCookie,
  type StorageState,
} from '@tintype/contract';
import { isInvalidCookie } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';

function stateOf({ storage_state: text }: RenderRequest): StorageState | undefined {
  const state = text === undefined ? undefined : storageState(text);
  return typeof state === 'string' ? undefined : state;
}

/** Puts the cookies of `storage_state` into the jar of the page's own context. */
export async function restoreCookies(page: PageHandle, request: RenderRequest): Promise<void> {
  const { cookies = [] } = stateOf(request) ?? {};
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
    // Of all of them at once Chromium says only that one is wrong.
    for (const [index, cookie] of cookies.entries()) {
      await set([cookie]).catch((cause: unknown) => {
        throw isInvalidCookie(cause) ? refusedCookie(index, cause) : cause;
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
 * Fills the local storage of each origin before the first script of its first document. In a world of its own: no page sees what is kept for
 * another one. Later documents find what the page made of it.
 */
const fillStorage = `((origins) => {
  const found = origins.find(([origin]) => origin === location.origin);
  if (!found) return;
  try {
    if (localStorage.length > 0) return;
    for (const [name, value] of found[1]) localStorage.setItem(name, value);
  } catch {}
})`;

/** Lets `storage_state` be there before the page is, in the frames of other sites as well. */
export function storageSettings(request: RenderRequest): FrameSetting[] {
  const origins = (stateOf(request)?.origins ?? []).map(({ origin, localStorage }) => [
    origin,
    localStorage.map(({ name, value }) => [name, value]),
  ]);
  if (origins.length === 0) return [];
  return [
    async (session) => {
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `${fillStorage}(${JSON.stringify(origins)})`,
        worldName: 'tintype',
      });
    },
  ];
}
