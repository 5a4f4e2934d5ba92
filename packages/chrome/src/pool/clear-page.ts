import type { CdpSession, PageSession } from '@tintype/core';
import type { ChromeBrowser } from './browser-and-page.ts';

/** Maximum number of frames of a page to clear. */
const maxFrames = 50;

export interface UsedPage {
  session: CdpSession;
  targetId: string;
  contextId: string;
  /** The origins that had a document in it. */
  seenOrigins: ReadonlySet<string>;
}

/**
 * Removes what a page may have left for the next one of its own site: its document with timers and
 * dedicated workers, cookies, storage, caches, history, `window.name`, and all settings of its CDP
 * session. Returns a new session of the page, which is blank then.
 * @throws Error if something cannot be removed
 */
export async function clearPage(
  { session: root, router }: ChromeBrowser,
  { session, targetId, contextId, seenOrigins }: UsedPage,
): Promise<PageSession> {
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
  const origins = new Set(frames.map((frame) => frame.securityOrigin));
  const gone = [...seenOrigins].find((origin) => !origins.has(origin));
  if (gone !== undefined) throw new Error(`Documents of ${gone} have gone.`);
  const keys = await Promise.all(
    frames.map(({ id }) => session.send('Storage.getStorageKey', { frameId: id })),
  );
  await root.send('Target.detachFromTarget', { sessionId: session.id });
  const fresh = await router.attach(targetId);
  await blank(fresh);
  // Only now: nothing of the page runs that could store anything again.
  await Promise.all([
    root.send('Storage.clearCookies', { browserContextId: contextId }),
    ...[...new Set(keys.map(({ storageKey }) => storageKey))].map((storageKey) =>
      fresh.send('Storage.clearDataForStorageKey', { storageKey, storageTypes: 'all' }),
    ),
    fresh.send('Page.resetNavigationHistory'),
    fresh.send('Runtime.evaluate', { expression: 'name = ""' }),
  ]);
  return fresh;
}

/** Shared and service workers, and pages that were prerendered. Other workers end with their page. */
const everyTarget = [...['browser', 'tab', 'worker'].map((type) => ({ type, exclude: true })), {}];

type FrameTree = Awaited<ReturnType<typeof getFrameTree>>;
const getFrameTree = async (session: CdpSession) =>
  (await session.send('Page.getFrameTree')).frameTree;

function framesOf({ frame, childFrames = [] }: FrameTree): FrameTree['frame'][] {
  return [frame, ...childFrames.flatMap(framesOf)];
}

/** Replaces the document; afterwards the session speaks to the new one. */
async function blank(session: CdpSession): Promise<void> {
  await session.send('Page.enable');
  const loaded = new Promise<void>((resolve) => {
    session.on('Page.loadEventFired', () => resolve());
  });
  await session.send('Page.navigate', { url: 'about:blank' });
  await loaded;
}
