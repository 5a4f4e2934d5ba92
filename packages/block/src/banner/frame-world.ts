import type { CdpSession, PageHandle } from '@tintype/core';

/** A frame in which expressions can be evaluated. */
export interface FrameWorld {
  /** Of the frame, or of its target. */
  readonly id: string;
  readonly url: string;
  readonly isMain: boolean;
  /** Out of the page's reach. */
  evaluate<T>(expression: string): Promise<T>;
  /** Among the page's own scripts; false where that cannot be done. */
  evaluateAsPage(expression: string): Promise<boolean>;
}

/** The main frame. */
export function mainWorld(page: PageHandle, url: string): FrameWorld {
  return {
    id: page.lease.frameId,
    url,
    isMain: true,
    evaluate: (expression) => page.evaluate(expression),
    evaluateAsPage: (expression) => evaluateBoolean(page.session, expression),
  };
}

export interface FrameFinder {
  /** Returns frames not found before, also those in other processes. */
  find(): Promise<FrameWorld[]>;
  /** A frame that has navigated may be found again. */
  forget(frame: FrameWorld): void;
}

export function createFrameFinder(page: PageHandle): FrameFinder {
  const known = new Set<string>();
  const isNew = (id: string) => !known.has(id) && !!known.add(id);
  const find = async (): Promise<FrameWorld[]> => {
    const [near, far] = await Promise.all([nearFrames(page), farTargets(page)]);
    const worlds = near
      .filter(({ id }) => isNew(id))
      .map(({ id, url }) => createWorld(page, page.session, { id, url, isAlone: false }));
    const attached = far
      .filter(({ targetId }) => isNew(targetId))
      .map(async ({ targetId, url }) => {
        const session = await attach(page, targetId);
        return session ? [createWorld(page, session, { id: targetId, url, isAlone: true })] : [];
      });
    return [...worlds, ...(await Promise.all(attached)).flat()];
  };
  return { find, forget: ({ id }) => void known.delete(id) };
}

interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[];
}

async function nearFrames(page: PageHandle): Promise<FrameTree['frame'][]> {
  const { frameTree } = await page.session.send('Page.getFrameTree');
  const flatten = ({ frame, childFrames = [] }: FrameTree): FrameTree['frame'][] => [
    frame,
    ...childFrames.flatMap(flatten),
  ];
  return flatten(frameTree).slice(1);
}

async function farTargets(page: PageHandle) {
  const { browser, browserContextId } = page.lease;
  const { targetInfos } = await page.deadline.race(
    browser.session.send('Target.getTargets', { filter: [{ type: 'iframe' }] }),
  );
  return targetInfos.filter((target) => target.browserContextId === browserContextId);
}

async function attach(page: PageHandle, targetId: string): Promise<CdpSession | undefined> {
  try {
    const { sessionId } = await page.deadline.race(
      page.lease.browser.session.send('Target.attachToTarget', { targetId, flatten: true }),
    );
    return page.lease.childSession(sessionId);
  } catch {
    // The frame went away meanwhile.
    return undefined;
  }
}

/** @param frame `isAlone` when it is the top frame of its session. */
function createWorld(
  page: PageHandle,
  session: CdpSession,
  { id, url, isAlone }: { id: string; url: string; isAlone: boolean },
): FrameWorld {
  const send: CdpSession['send'] = (method, ...params) =>
    page.deadline.race(session.send(method, ...params));
  let context: Promise<number> | undefined;
  const contextId = () => {
    context ??= (async () => {
      const frameId = isAlone ? (await send('Page.getFrameTree')).frameTree.frame.id : id;
      const world = await send('Page.createIsolatedWorld', { frameId, worldName: 'tintype' });
      return world.executionContextId;
    })();
    return context;
  };
  return {
    id,
    url,
    isMain: false,
    async evaluate<T>(expression: string) {
      const { result } = await send('Runtime.evaluate', {
        expression,
        contextId: await contextId(),
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value as T;
    },
    // The page's own world of a frame can be named only where the frame is alone in its session.
    evaluateAsPage: async (expression) => isAlone && evaluateBoolean({ send }, expression),
  };
}

async function evaluateBoolean(
  session: Pick<CdpSession, 'send'>,
  expression: string,
): Promise<boolean> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `Promise.resolve(${expression}).then(Boolean)`,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value === true;
}
