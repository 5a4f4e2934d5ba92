import type { CdpSession } from '../../browser-source.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';

/** Sessions of the current frames and workers of a page. */
export interface FrameList {
  readonly sessions: ReadonlySet<CdpSession>;
  /** Setting for the page and its frames that registers their sessions. */
  readonly note: FrameSetting;
}

export function createFrameList(pageSessionId: string): FrameList {
  const sessions = new Set<CdpSession>();
  const known = new Map<string, { session: CdpSession; children: Set<string> }>();
  const drop = (id: string) => {
    const gone = known.get(id);
    if (!gone) return;
    known.delete(id);
    sessions.delete(gone.session);
    // Nested frames are removed too, as no event reports them.
    for (const child of gone.children) drop(child);
  };
  return {
    sessions,
    async note(session) {
      const children = new Set<string>();
      known.set(session.id, { session, children });
      if (session.id !== pageSessionId) sessions.add(session);
      session.on('Target.attachedToTarget', ({ sessionId }) => children.add(sessionId));
      session.on('Target.detachedFromTarget', ({ sessionId }) => {
        children.delete(sessionId);
        drop(sessionId);
      });
    },
  };
}
