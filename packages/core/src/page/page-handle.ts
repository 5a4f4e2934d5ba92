import type { Protocol } from 'devtools-protocol';
import type { PageNeeds } from '@tintype/contract';
import type { Lease, PageSession } from '../browser-source.ts';
import { isContextGone } from './chromium-errors.ts';
import { createResidentCode } from './resident-code.ts';
import type { PageWorld } from './create-page-code.ts';
import type { Deadline } from '../time/deadline.ts';
import { recordTraffic, type TrafficRecord } from '../traffic/record-traffic.ts';

/** The page of a running render. Every call rejects at the deadline of the render. */
export interface PageHandle extends PageWorld {
  readonly lease: Lease;
  readonly needs: PageNeeds;
  /** The page's CDP session; calls on it are raced against the deadline. */
  readonly session: PageSession;
  /** Requests of the page, with bodies, if the request requires them. */
  readonly traffic?: TrafficRecord;
  readonly deadline: Deadline;
  /**
   * Returns the page as a puppeteer `Page`. The first call loads puppeteer, which takes some 180
   * ms.
   * @typeParam Page - `Page` of `puppeteer-core`, whose types need those of the DOM: only programs
   *   that name it load them.
   * @example
   * import type { Page } from 'puppeteer-core';
   * const hand = await page.puppeteer<Page>();
   */
  puppeteer<Page = unknown>(): Promise<Page>;
  /** Evaluates an expression in an isolated world of the page. Promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Registers the undo of a change made for one file; the last change is undone first. */
  onUndo(undo: () => Promise<unknown>): void;
}

/** Error of an expression evaluated in the page. */
export class EvaluationError extends Error {
  override name = 'EvaluationError';
}

/** The page of a render, whose steps can have separate deadlines. */
export interface RenderPage extends PageHandle {
  under(deadline: Deadline): PageHandle;
  /** Returns the same page for a request with other needs and its own deadline. */
  needing(needs: PageNeeds, deadline: Deadline): RenderPage;
  /** Runs the undos of {@link PageHandle.onUndo}. Rejects after all if one failed. */
  undo(): Promise<void>;
  /** Returns true if nothing was registered or changed in the page since the last call. */
  takeUnchanged(): boolean;
  /** Call it before another document replaces this one: it gets all code called before. */
  keepCode(): void;
}

export function createPageHandle(lease: Lease, deadline: Deadline, needs: PageNeeds): RenderPage {
  const contextId = keepWorld(lease);
  const { onUndo, undo, isEmpty } = createUndoList();
  const code = createResidentCode(lease.session);
  let isAdapted = false;
  const noteCommand = (method: string, params: object = {}) => {
    // An image larger than the window is taken in a larger window.
    isAdapted ||= method.startsWith('Emulation.') || 'captureBeyondViewport' in params;
  };
  const takeUnchanged = () => {
    const isUnchanged = !isAdapted && isEmpty();
    isAdapted = false;
    return isUnchanged;
  };
  const traffic = needs.traffic ? recordTraffic() : undefined;
  const under = (clock: Deadline, needs: PageNeeds): PageHandle => {
    const session = raceSession(lease.session, clock, noteCommand);
    const evaluate = async <T>(expression: string) =>
      valueOf<T>(
        await session.send('Runtime.evaluate', {
          expression,
          contextId: await clock.race(contextId()),
          awaitPromise: true,
          returnByValue: true,
        }),
      );
    // The function is sent separately from its arguments: Chromium compiles equal texts once.
    const invoke = async <T>(functionDeclaration: string, args: readonly unknown[]) =>
      valueOf<T>(
        await session.send('Runtime.callFunctionOn', {
          functionDeclaration,
          arguments: args.map((value) => ({ value })),
          executionContextId: await clock.race(contextId()),
          awaitPromise: true,
          returnByValue: true,
        }),
      );
    return {
      lease,
      needs,
      session,
      deadline: clock,
      ...(traffic && { traffic }),
      onUndo,
      puppeteer: <Page>() => clock.race(lease.puppeteerPage()) as Promise<Page>,
      evaluate,
      call: (called, args) => code.call({ evaluate, invoke }, called, args),
    };
  };
  const needing = (wanted: PageNeeds, own: Deadline): RenderPage => ({
    ...under(own, wanted),
    under: (clock) => under(clock, wanted),
    needing,
    undo,
    takeUnchanged,
    keepCode: code.keep,
  });
  return needing(needs, deadline);
}

function valueOf<T>({
  result,
  exceptionDetails,
}: Protocol.Runtime.EvaluateResponse | Protocol.Runtime.CallFunctionOnResponse): T {
  if (!exceptionDetails) return result.value as T;
  const { exception, text } = exceptionDetails;
  throw new EvaluationError(exception?.description ?? text ?? 'evaluation failed');
}

function createUndoList(): Pick<RenderPage, 'onUndo' | 'undo'> & { isEmpty(): boolean } {
  const noted: (() => Promise<unknown>)[] = [];
  return {
    onUndo: (undo) => void noted.push(undo),
    isEmpty: () => noted.length === 0,
    async undo() {
      const failures: unknown[] = [];
      for (let last = noted.pop(); last; last = noted.pop()) {
        await last().catch((error: unknown) => {
          // A frame that is gone needs no undo.
          if (!isContextGone(error)) failures.push(error);
        });
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Returns Tintype's isolated world in the current document. */
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

function raceSession(
  session: PageSession,
  deadline: Deadline,
  onSend: (method: string, params?: object) => void,
): PageSession {
  return {
    id: session.id,
    send(method, ...params) {
      onSend(method, ...params);
      return deadline.race(session.send(method, ...params));
    },
    on: (event, listener) => session.on(event, listener),
    off: (event, listener) => session.off(event, listener),
    sendForBytes(method, params) {
      onSend(method, params);
      return deadline.race(session.sendForBytes(method, params));
    },
    sendWithin(maxBytes, method, ...params) {
      onSend(method, ...params);
      return deadline.race(session.sendWithin(maxBytes, method, ...params));
    },
    onScreencastFrame: (listener) => session.onScreencastFrame(listener),
  };
}
