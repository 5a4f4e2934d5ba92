import type { PageNeeds } from '@tintype/contract';
import type { Page } from 'puppeteer-core';
import type { Lease, PageSession } from '../browser-source.ts';
import type { PageWorld } from './create-page-code.ts';
import type { Deadline } from '../render/time/deadline.ts';

/** A page under way, as stages, captures and hooks see it. Every call ends when the render's time does. */
export interface PageHandle extends PageWorld {
  readonly lease: Lease;
  /** What the request needs of the page. */
  readonly needs: PageNeeds;
  /** The page's CDP session; calls on it are raced against the deadline. */
  readonly session: PageSession;
  /** The clock of this render. */
  readonly deadline: Deadline;
  /** The page as a puppeteer `Page`. Loads puppeteer the first time, some 180 ms. */
  puppeteer(): Promise<Page>;
  /** Evaluates an expression in a world of its own, out of the page's reach. Promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
}

/** Error of an expression evaluated in the page. */
export class EvaluationError extends Error {
  override name = 'EvaluationError';
}

/** The page of a render, whose parts can have clocks of their own. */
export interface RenderPage extends PageHandle {
  /** The same page on another clock. */
  under(deadline: Deadline): PageHandle;
  /** The same page for a request that needs something else of it. */
  needing(needs: PageNeeds): RenderPage;
}

/** Wraps a lease for one render. */
export function createPageHandle(lease: Lease, deadline: Deadline, needs: PageNeeds): RenderPage {
  const contextId = keepWorld(lease);
  const under = (clock: Deadline, needs: PageNeeds): PageHandle => {
    const session = raceSession(lease.session, clock);
    return {
      lease,
      needs,
      session,
      deadline: clock,
      puppeteer: () => clock.race(lease.puppeteerPage()),
      async evaluate<T>(expression: string) {
        const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
          expression,
          contextId: await clock.race(contextId()),
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails) {
          throw new EvaluationError(
            exceptionDetails.exception?.description ?? exceptionDetails.text ?? 'evaluation failed',
          );
        }
        return result.value as T;
      },
    };
  };
  const needing = (wanted: PageNeeds): RenderPage => ({
    ...under(deadline, wanted),
    under: (clock) => under(clock, wanted),
    needing,
  });
  return needing(needs);
}

/** The world of our own in the document that stands there now. */
function keepWorld({ session, frameId }: Lease): () => Promise<number> {
  let world: Promise<number> | undefined;
  const forget = () => {
    world = undefined;
  };
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) forget();
  });
  return () => {
    if (world) return world;
    const made = session
      .send('Page.createIsolatedWorld', { frameId, worldName: 'tintype' })
      .then(({ executionContextId }) => executionContextId);
    world = made;
    made.catch(() => {
      if (world === made) forget();
    });
    return made;
  };
}

function raceSession(session: PageSession, deadline: Deadline): PageSession {
  return {
    id: session.id,
    send: (method, ...params) => deadline.race(session.send(method, ...params)),
    on: (event, listener) => session.on(event, listener),
    off: (event, listener) => session.off(event, listener),
    sendForBytes: (method, params) => deadline.race(session.sendForBytes(method, params)),
    onScreencastFrame: (listener) => session.onScreencastFrame(listener),
  };
}
