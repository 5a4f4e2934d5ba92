import { maxStateLength, type StateCookie, type StorageState } from '@tintype/contract/light';
import type { CdpSession } from '@tintype/core';
import { callOf } from '@tintype/core/page';
import { pageCode } from '../page-code.ts';
import type { StoredItems } from './in-page/stored-items.ts';
import type { CdpRouter } from '../protocol/cdp-router.ts';

/** Reads what the pages of a context keep, in the form in which Playwright writes it. */
export interface StorageReader {
  read(origins: Iterable<string>): Promise<StorageState>;
  close(): Promise<void>;
}

/** Opens a hidden page that reads storage. In full Chrome it works only while there is a window. */
export async function createStorageReader(
  { root, attach }: CdpRouter,
  browserContextId: string,
  /** Called before the browser reports the page as a new one. */
  onTarget: (targetId: Promise<string>) => void = () => {},
): Promise<StorageReader> {
  const hidden = { url: 'about:blank', browserContextId, hidden: true };
  const created = root.send('Target.createTarget', hidden).then((target) => target.targetId);
  onTarget(created);
  const targetId = await created;
  const close = async () => {
    // It may be gone, with its context.
    await root.send('Target.closeTarget', { targetId }).catch(() => {});
  };
  const openSession = async () => {
    const opened = await attach(targetId);
    await answerEverything(opened);
    return opened;
  };
  const session = await openSession().catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  const read = async (origins: Iterable<string>) => {
    const state: StorageState = { cookies: await readCookies(root, browserContextId), origins: [] };
    let length = 0;
    for (const origin of origins) {
      const localStorage = await itemsOf(session, origin);
      if (localStorage.length > 0) state.origins.push({ origin, localStorage });
      for (const { name, value } of localStorage) length += name.length + value.length;
      // Too large already: reading stops here.
      if (length > maxStateLength) break;
    }
    return state;
  };
  return { read, close };
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

/** Each origin gets an empty page: nothing is asked of the site, and no script of it runs. */
async function answerEverything(session: CdpSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: '',
    };
    // The request or the browser is gone; the navigation reports which.
    session.send('Fetch.fulfillRequest', answer).catch(() => {});
  });
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

async function itemsOf(session: CdpSession, origin: string): Promise<StoredItems['items']> {
  const { errorText } = await session.send('Page.navigate', { url: `${origin}/` });
  const found = errorText ? undefined : await evaluateItems(session);
  // A site that wants https has sent http on to it.
  return found?.origin === origin ? found.items : [];
}

/** Reads the storage of the document that a page shows, out of reach of its scripts. */
export async function itemsShown(
  session: CdpSession,
  frameId: string,
): Promise<StoredItems | undefined> {
  try {
    const world = { frameId, worldName: 'tintype' };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    return await evaluateItems(session, executionContextId);
  } catch {
    // It navigates, or is gone.
    return undefined;
  }
}

/** Returns undefined for a document without storage. */
async function evaluateItems(
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
