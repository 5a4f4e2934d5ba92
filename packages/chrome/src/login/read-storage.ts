import {
  maxStateLength,
  type StateCookie,
  type StorageState,
} from '@tintype/contract/storage-state';
import type { CdpSession } from '@tintype/core';
import type { CdpRouter } from '../protocol/cdp-router.ts';

/** Reads what the pages of a context keep, in the form in which Playwright writes it. */
export type StorageReader = (origins: Iterable<string>) => Promise<StorageState>;

/**
 * Makes ready what reads storage: a page that is no tab, so that the person does not see it. The browser makes it only while there is
 * a window; it stays when that is closed.
 */
export async function createStorageReader(
  { root, attach }: CdpRouter,
  browserContextId: string,
): Promise<StorageReader> {
  const hidden = { url: 'about:blank', browserContextId, hidden: true };
  const { targetId } = await root.send('Target.createTarget', hidden);
  const session = await attach(targetId);
  await answerEverything(session);
  return async (origins) => {
    const { cookies } = await root.send('Storage.getCookies', { browserContextId });
    const state: StorageState = {
      // A state knows no partitions: of two cookies that differ in nothing else, the one without counts, which is the later.
      cookies: cookies
        .toSorted((a, b) => Number(!a.partitionKey) - Number(!b.partitionKey))
        .map(cookieOf),
      origins: [],
    };
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
  session.on('Fetch.requestPaused', async ({ requestId }) => {
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: '',
    });
  });
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

/** Sites may keep 5 MB in each origin, of which a state takes less: what is longer is cut where it is read. */
const readItems = `(() => {
  const items = [];
  let length = 0;
  for (let at = 0; at < localStorage.length; at += 1) {
    const name = localStorage.key(at);
    const value = localStorage.getItem(name);
    length += name.length + value.length;
    items.push({ name, value });
    if (length > ${maxStateLength}) break;
  }
  return JSON.stringify({ origin: location.origin, items });
})()`;

async function itemsOf(
  session: CdpSession,
  origin: string,
): Promise<{ name: string; value: string }[]> {
  const { errorText } = await session.send('Page.navigate', { url: `${origin}/` });
  if (errorText) return [];
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: readItems,
    returnByValue: true,
  });
  if (exceptionDetails) return [];
  const found = JSON.parse(result.value) as {
    origin: string;
    items: { name: string; value: string }[];
  };
  // A site that wants https has sent http on to it.
  return found.origin === origin ? found.items : [];
}
