import type { CdpSession } from '../browser-source.ts';
import { isContextGone, isSessionGone } from './chromium-errors.ts';
import type { PageHandle } from './page-handle.ts';

/** The most frames of a page that are searched. */
export const frameLimit = 100;

/**
 * A process of the page: each has a session, and tells of places in the coordinates of its own
 * topmost document.
 */
export interface FrameProcess {
  readonly session: CdpSession;
  /** The frame it begins with. */
  readonly frameId: string;
  /** The one that holds it; none for the page itself. */
  readonly parent: FrameProcess | undefined;
}

/** A frame of the page. */
export interface PageFrame {
  readonly frameId: string;
  readonly process: FrameProcess;
  /**
   * True if the parent runs in the same process and has the same origin, so that it can read the
   * frame.
   */
  readonly isOfParent: boolean;
}

/** The frames of a page, wherever they run. */
export interface PageFrames {
  /**
   * Those that there are now, without the main one; in the order of the document within each
   * process.
   */
  list(): Promise<PageFrame[]>;
}

/** Nothing is asked of the browser before the first list. */
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

  /** A session of its own: the page's may attach to frames already, in another way. */
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
