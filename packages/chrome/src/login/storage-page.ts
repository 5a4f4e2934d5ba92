import type { CdpSession, PageSession } from '@tintype/core';
import type { CdpRouter } from '../protocol/cdp-router.ts';

/** A hidden page, which shows an empty document of any origin. */
export interface StoragePage {
  readonly session: PageSession;
  /** Returns false if there can be no document of that origin. */
  show(origin: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a hidden page of a context. In full Chrome it works only while there is a window. */
export async function openStoragePage(
  { root, attach }: CdpRouter,
  browserContextId: string,
  /** Called before the browser reports the page as a new one. */
  onTarget: (targetId: Promise<string>) => void = () => {},
): Promise<StoragePage> {
  const hidden = { url: 'about:blank', browserContextId, hidden: true };
  const created = root.send('Target.createTarget', hidden).then((target) => target.targetId);
  onTarget(created);
  const targetId = await created;
  const close = async () => {
    // It may be gone, with its context.
    await root.send('Target.closeTarget', { targetId }).catch(() => {});
  };
  try {
    const session = await attach(targetId);
    await answerEverything(session);
    const show = async (origin: string) => {
      const { errorText } = await session.send('Page.navigate', { url: `${origin}/` });
      if (errorText) return false;
      const { result } = await session.send('Runtime.evaluate', { expression: 'location.origin' });
      // A site that wants https has sent http on to it.
      return result.value === origin;
    };
    return { session, show, close };
  } catch (cause) {
    await close();
    throw cause;
  }
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
