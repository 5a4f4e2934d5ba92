import type { CdpSession } from '../browser-source.ts';
import { isContextGone, isSessionGone } from './chromium-errors.ts';
import type { PageHandle } from './page-handle.ts';

/** Maximum number of frames to search. */
export const frameLimit = 100;

/** A process of the page: a session, and coordinates relative to its topmost document. */
export interface FrameProcess {
  readonly session: CdpSession;
  /** The topmost frame of the process. */
  readonly frameId: string;
  /** The process that contains it; undefined for the page itself. */
  readonly parent: FrameProcess | undefined;
}

export interface PageFrame {
  readonly frameId: string;
  readonly process: FrameProcess;
  /** True if the parent can read the frame: same process, same origin. */
  readonly isOfParent: boolean;
}

export interface PageFrames {
  /** Returns the current frames except the main one, in document order within each process. */
  list(): Promise<PageFrame[]>;
}

/** Creates the frame list of a page. Sends nothing to the browser before the first call. */
export function createPageFrames(page: PageHandle): PageFrames {
  const processes = new Map<string, FrameProcess>();
  let opened: Promise<void> | undefined;

  async function attend(process: FrameProcess): Promise<void> {
    const { session } = process;
    processes.set(session.id, process);
    session.on('Target.detachedFromTarget', ({ sessionId }) => processes.delete(sessionId));
    const children: Promise<void>[] = [];
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = page.lease.childSession(sessionId);
      if (!child || processes.size > frameLimit) return;
      const work = attend({ session: child, frameId: targetInfo.targetId, parent: process });
      children.push(work.catch(() => {}));
    });
    // Existing targets are reported before the response.
    await page.deadline.race(
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: false,
        flatten: true,
        filter: [{ type: 'iframe' }],
      }),
    );
    await Promise.all(children);
  }

  /** Opens another session: the page's may attach to frames already, with other options. */
  async function open(): Promise<void> {
    const { lease, deadline } = page;
    const { sessionId } = await deadline.race(
      lease.browser.session.send('Target.attachToTarget', {
        targetId: lease.targetId,
        flatten: true,
      }),
    );
    const session = lease.childSession(sessionId);
    page.onUndo(async () => {
      await lease.browser.session.send('Target.detachFromTarget', { sessionId }).catch(() => {});
      opened = undefined;
      processes.clear();
    });
    if (session) await attend({ session, frameId: lease.frameId, parent: undefined });
  }

  return {
    async list() {
      opened ??= open();
      await opened;
      const lists = await Promise.all([...processes.values()].map((process) => framesOf(process)));
      return lists
        .flat()
        .filter(({ frameId }) => frameId !== page.lease.frameId)
        .slice(0, frameLimit);
    },
  };

  async function framesOf(process: FrameProcess): Promise<PageFrame[]> {
    const tree = await ifThere(page.deadline.race(process.session.send('Page.getFrameTree')));
    const frames: PageFrame[] = [];
    const add = (node: NonNullable<typeof tree>['frameTree'], around?: string): void => {
      const { id: frameId, securityOrigin: origin } = node.frame;
      // An opaque origin is written without a host: a second one is another origin.
      const isOfParent = origin === around && !/^(?:null|:\/\/)$/.test(origin);
      frames.push({ frameId, process, isOfParent });
      for (const child of node.childFrames ?? []) add(child, origin);
    };
    if (tree) add(tree.frameTree);
    return frames;
  }
}

/** Frames may disappear during the inspection. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isContextGone(error) || isSessionGone(error)) return undefined;
    throw error;
  }
}
