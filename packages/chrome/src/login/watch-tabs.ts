import type { CdpSession } from '@tintype/core';
import type { CdpRouter } from '../protocol/cdp-router.ts';

export interface WatchedTabs {
  /** Resolves when the last one has been closed. */
  readonly closed: Promise<void>;
  open(): CdpSession[];
}

/** Parameters of `Target.setAutoAttach`. New targets wait, so that no event is missed. */
export function attachTo(type: 'page' | 'iframe') {
  return { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{ type }] };
}

/**
 * Follows the tabs of a context and their frames. Only the Page domain is switched on: pages can
 * tell when others are.
 * @param onOrigin - called with the origin of each document that comes
 */
export function watchTabs(
  { root, session: sessionOf }: CdpRouter,
  browserContextId: string,
  onOrigin: (origin: string) => void,
): WatchedTabs {
  const tabs = new Map<string, CdpSession>();
  const { promise: closed, resolve } = Promise.withResolvers<void>();

  async function watch(session: CdpSession): Promise<void> {
    session.on('Page.frameNavigated', ({ frame }) => onOrigin(frame.securityOrigin));
    session.on('Target.attachedToTarget', ({ sessionId }) => watched(sessionOf(sessionId)));
    await Promise.all([
      session.send('Page.enable'),
      session.send('Target.setAutoAttach', attachTo('iframe')),
    ]);
    const { frameTree } = await session.send('Page.getFrameTree');
    onOrigin(frameTree.frame.securityOrigin);
  }

  function watched(session: CdpSession | undefined): void {
    if (!session) return;
    // It may close before it is inspected.
    void watch(session)
      .catch(() => {})
      .then(() => session.send('Runtime.runIfWaitingForDebugger'))
      .catch(() => {});
  }

  root.on(
    'Target.attachedToTarget',
    ({ sessionId, targetInfo: { type, browserContextId: id } }) => {
      const session = sessionOf(sessionId);
      if (!session) return;
      // Targets other than tabs arrive in spite of the filter.
      if (type !== 'page' || id !== browserContextId) {
        session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
        return;
      }
      tabs.set(sessionId, session);
      watched(session);
    },
  );
  root.on('Target.detachedFromTarget', ({ sessionId }) => {
    if (tabs.delete(sessionId) && tabs.size === 0) resolve();
  });
  return { closed, open: () => Array.from(tabs.values()) };
}
