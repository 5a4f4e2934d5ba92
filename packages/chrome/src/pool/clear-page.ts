import type { CdpSession } from '@tintype/core';
import { getsIdle } from '@tintype/core/page';
import type { ChromeBrowser } from './browser-and-page.ts';

/** Maximum number of frames of a page to clear. */
const maxFrames = 50;

export interface UsedPage {
  session: CdpSession;
  /** Sets only the size; remains attached between renders. */
  sizeSession: CdpSession;
  /** The session of the next render. */
  next: CdpSession;
  /** Opens a session that gets lifecycle events, as the next one does. */
  attach(): Promise<CdpSession>;
  targetId: string;
  contextId: string;
  /** See `countScriptRequests`. */
  scriptEvent: string;
  /** The origins that had a document in it. */
  seenOrigins: ReadonlySet<string>;
}

/** Result of {@link leavePage}, for {@link clearStorage}. */
export interface LeftStorage {
  /** The origin of the page. */
  origin: string;
  storageKeys: ReadonlySet<string>;
}

/**
 * Leaves the document of a page, and with it its timers, requests and dedicated workers, and ends
 * the CDP sessions of the page with their settings and listeners.
 * @throws Error if something remains that could store anything again
 */
export async function leavePage(
  { session: root, router, product }: ChromeBrowser,
  { session, sizeSession, next, targetId, contextId, seenOrigins }: UsedPage,
): Promise<LeftStorage> {
  const attached = new Set<string>();
  session.on('Page.frameAttached', ({ frameId }) => void attached.add(frameId));
  const [{ frameTree }, { targetInfos }] = await Promise.all([
    session.send('Page.getFrameTree'),
    root.send('Target.getTargets', { filter: everyTarget }),
  ]);
  const others = targetInfos.filter(
    (target) => target.browserContextId === contextId && target.targetId !== targetId,
  );
  if (others.length > 0) throw new Error(`The page has another target: ${others[0]?.type}.`);
  const frames = framesOf(frameTree);
  if (frames.length > maxFrames) throw new Error(`The page has ${frames.length} frames.`);
  const [ids, origins] = [new Set<string>(), new Set<string>()];
  for (const { id, securityOrigin } of frames) {
    ids.add(id);
    origins.add(securityOrigin);
  }
  const keys = await Promise.all(
    frames.map(async ({ id }) => {
      const { storageKey } = await session.send('Storage.getStorageKey', { frameId: id });
      return storageKey;
    }),
  );
  const storageKeys = new Set(keys);
  if (!clearsSessionStorage(product) && storageKeys.size > 1)
    throw new Error('The page has frames of other sites.');
  await visit(next, 'about:blank');
  if ([...attached].some((id) => !ids.has(id)) || [...seenOrigins].some((one) => !origins.has(one)))
    throw new Error('The page had other documents.');
  await router.detach(targetId, [sizeSession, next]);
  return { origin: frameTree.frame.securityOrigin, storageKeys };
}

/**
 * Removes what a page that was left may have stored for the next one of its own site: cookies,
 * storage, caches, history and `window.name`.
 * @throws Error if something cannot be removed
 */
export async function clearStorage(
  { session: root, product }: ChromeBrowser,
  { sizeSession, contextId, scriptEvent, attach }: UsedPage,
  { origin, storageKeys }: LeftStorage,
): Promise<void> {
  if (!clearsSessionStorage(product)) {
    const session = await attach();
    // One key: a page with frames of other sites was refused.
    const [storageKey = ''] = storageKeys;
    await clearSessionStorage(session, origin, storageKey);
    await root.send('Target.detachFromTarget', { sessionId: session.id });
  }
  const [isIdle] = await Promise.all([
    getsIdle(sizeSession, scriptEvent),
    root.send('Storage.clearCookies', { browserContextId: contextId }),
    ...Array.from(storageKeys, (storageKey) =>
      sizeSession.send('Storage.clearDataForStorageKey', { storageKey, storageTypes: 'all' }),
    ),
    sizeSession.send('Page.resetNavigationHistory'),
    sizeSession.send('Runtime.evaluate', { expression: 'name = ""' }),
  ]);
  // After a navigation in the same process, Chromium sometimes starts no idle period in the page and
  // in all that follow it there: each would settle 0.7 s late.
  if (!isIdle) throw new Error('The page does not become idle.');
}

/** Shared and service workers, and pages that were prerendered. Other workers end with their page. */
const everyTarget = [...['browser', 'tab', 'worker'].map((type) => ({ type, exclude: true })), {}];

type FrameTree = Awaited<ReturnType<typeof getFrameTree>>;
const getFrameTree = async (session: CdpSession) =>
  (await session.send('Page.getFrameTree')).frameTree;

function framesOf({ frame, childFrames = [] }: FrameTree): FrameTree['frame'][] {
  return [frame, ...childFrames.flatMap(framesOf)];
}

/** Replaces the document. Afterwards the old one is gone, and the session speaks to the new one. */
async function visit(session: CdpSession, url: string): Promise<void> {
  const loaded = new Set<string>();
  let changed = () => {};
  const onEvent = ({ name, loaderId }: { name: string; loaderId: string }) => {
    if (name === 'load') loaded.add(loaderId);
    changed();
  };
  session.on('Page.lifecycleEvent', onEvent);
  const { loaderId = '' } = await session.send('Page.navigate', { url });
  // The old document may load meanwhile, too.
  while (!loaded.has(loaderId)) await new Promise<void>((resolve) => (changed = resolve));
  session.off('Page.lifecycleEvent', onEvent);
}

/** Since version 156, Chromium clears session storage with the rest (bug 529829531). */
const clearsSessionStorage = (product: string) => Number(/\/(\d+)/.exec(product)?.[1]) >= 156;

/** Clears it in an empty document of its origin: without one, older browsers cannot. */
async function clearSessionStorage(
  session: CdpSession,
  origin: string,
  storageKey: string,
): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = { requestId, responseCode: 200, body: '' };
    session.send('Fetch.fulfillRequest', answer).catch(() => {});
  });
  await session.send('Fetch.enable', {});
  await visit(session, `${origin}/`);
  await session.send('DOMStorage.clear', { storageId: { storageKey, isLocalStorage: false } });
  await session.send('Fetch.disable');
  await visit(session, 'about:blank');
}
