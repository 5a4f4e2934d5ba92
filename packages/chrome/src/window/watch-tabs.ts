import type { CdpSession } from '@tintype/core';
import type { CdpRouter } from '../protocol/cdp-router.ts';

export interface WatchedTabs {
  /** Resolves when the last one has been closed. */
  readonly closed: Promise<void>;
  open(): CdpSession[];
}

/** A tab, or a frame of it that has a process of its own. */
export interface WatchedTarget {
  readonly session: CdpSession;
  /** The session of the tab: the same one for the tab itself. */
  readonly tab: CdpSession;
}

/** Parameters of `Target.setAutoAttach`. New targets wait, so that no event is missed. */
export function attachTo(type: 'page' | 'iframe') {
  return { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{ type }] };
}

/**
 * Follows the tabs of a context and their frames. Only the Page domain is switched on: pages can
 * tell when others are.
 * @param prepare - called with each tab and frame; what it sends before its first `await` arrives
 *   before the first document. A tab that a link opens answers only when it continues.
 */
export function watchTabs(
  { root, session: sessionOf }: CdpRouter,
  browserContextId: string,
  prepare: (target: WatchedTarget) => Promise<void>,
): WatchedTabs {
  const tabs = new Map<string, CdpSession>();
  const { promise: closed, resolve } = Promise.withResolvers<void>();

  function watched(session: CdpSession | undefined, tab = session): void {
    if (!session || !tab) return;
    session.on('Target.attachedToTarget', ({ sessionId }) => watched(sessionOf(sessionId), tab));
    const work = [
      session.send('Page.enable'),
      session.send('Target.setAutoAttach', attachTo('iframe')),
      prepare({ session, tab }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ];
    // It may close before it is inspected.
    for (const each of work) each.catch(() => {});
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
