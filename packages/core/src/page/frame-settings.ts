import type { CdpSession } from '../browser-source.ts';
import type { PageHandle } from './page-handle.ts';

/** A setting of the page and of each frame that runs in another process. */
export type FrameSetting = (session: CdpSession) => Promise<unknown>;

/**
 * Applies settings to the page and, before they load anything, to its cross-site frames and its
 * workers. Chromium keeps those in targets of their own, which do not inherit the settings of the
 * page's session.
 * @param ofFrames - Applied to frames only, as the page has it already.
 */
export async function applyToFrames(
  page: PageHandle,
  settings: readonly FrameSetting[],
  ofFrames?: FrameSetting,
) {
  if (settings.length === 0 && !ofFrames) return;
  const apply = async (session: CdpSession) => {
    session.on('Target.attachedToTarget', ({ sessionId }) => {
      const child = page.lease.childSession(sessionId);
      if (!child) return;
      void Promise.all([apply(child), ofFrames?.(child).catch(() => {})])
        .catch(() => {})
        .then(() => child.send('Runtime.runIfWaitingForDebugger'))
        .catch(() => {});
    });
    await Promise.all([
      ...settings.map((setting) => setting(session)),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        // A worker that is not listed would be paused too, and could not be resumed.
        filter: [{ type: 'iframe' }, { type: 'worker' }],
      }),
    ]);
  };
  await page.deadline.race(apply(page.lease.session));
}
