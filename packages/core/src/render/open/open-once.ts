import { RenderError, type PageNeeds, type RenderRequest } from '@tintype/contract';
import type { PageState } from '../../browser-source.ts';
import { loadPage } from '../../load/load-page.ts';
import { followPage } from '../../load/navigate/follow-page.ts';
import { targetOf } from '../../load/navigate/navigate.ts';
import { reachState } from '../../load/reach-state.ts';
import { createSettler } from '../../load/settle/settle.ts';
import type { RenderContext, RenderResult } from '../../types.ts';
import type { Engine } from '../acquire-page.ts';
import { leasePage, type LeasedPage } from '../lease-page.ts';
import { callPageFailed } from '../call-page-failed.ts';
import { createStageClock, type PageWork } from '../../page/page-work.ts';
import { captureOpen } from './capture-open.ts';
import { createFrameList } from './frame-list.ts';
import { loadHtml } from './load-html.ts';
import type { SessionUse } from '../../session/session-use.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';

/** Time after settling within which a capture does not settle again, as in a render. */
const freshMs = 100;

/** A page in the state that a request asked for. */
export interface OpenedPage {
  /** Captures the page and restores it; calls `onFree` when the next capture may start. */
  capture(
    request: RenderRequest,
    context: RenderContext,
    onFree: () => void,
  ): Promise<RenderResult>;
  readonly url: string;
  /** Aborts when the page ends, with the reason. */
  readonly ended: AbortSignal;
  /** Ends the page, and the capture that has it. */
  fail(reason: RenderError): void;
  puppeteer<Page>(): Promise<Page>;
  storageState(withEmpty?: boolean): Promise<PageState>;
  /** Name of the `capture` step that the page waits at. */
  readonly paused: string | undefined;
  /** Runs the steps after it, up to the next one. */
  resume(context: RenderContext): Promise<void>;
  /** Replaces the document with other HTML. If that fails halfway, the page is closed. */
  load(request: RenderRequest, context: RenderContext): Promise<void>;
  /** Reads the state of the page for its session, if it has one. Never rejects. */
  noteSession(): Promise<void>;
  /** Writes that state, also after the release. Never rejects. */
  saveSession(): Promise<void>;
  release(): void;
}

interface OpenOnceOptions {
  /** True to record what the page loads. Default false. */
  traffic?: boolean;
  session?: SessionUse;
}

/** Runs one attempt to open a page: the first half of a render. */
export async function openOnce(
  engine: Engine,
  requested: RenderRequest,
  context: RenderContext,
  { traffic = false, session }: OpenOnceOptions = {},
): Promise<OpenedPage> {
  const { kinds } = engine;
  const hooks = session ? [session.hook, ...engine.hooks] : engine.hooks;
  const request = withAnimations(requested);
  const needs = {
    ...needsOfOpen(kinds.get(request.kind).needs(request)),
    traffic,
  };
  const clock = createStageClock(hooks, request, context);
  const leased = await leasePage(engine, needs, request, context, clock);
  const { page } = leased;
  const work = { page, request, context, clock, hooks, ...(session && { session }) };
  const frames = createFrameList(page.lease.session.id);
  let handled = false;
  try {
    const loaded = await leased.run(clock, () => loadPage(work, { further: [frames.note] }));
    const { watch } = loaded;
    const follow = { deadline: page.deadline, watch, again: undefined, recover: async () => {} };
    const reach = async (own: PageWork, way: 'first' | 'resumed' = 'first') => {
      const settler = createSettler(page, own.request, loaded);
      const state = await followPage(follow, ({ number }) =>
        reachState(own, loaded, settler, number > 0 ? 'again' : way),
      );
      page.deadline.activity = 'waiting for delay';
      if (request.delay > 0) await page.deadline.sleep(request.delay * 1000);
      return state;
    };
    const reached = await leased.run(clock, () => reach(work));
    await session?.opened(page, request);
    const urlNow = followUrl(page.lease, reached.settled.url);
    const wasHandled = () => handled;
    const parts = {
      engine,
      leased,
      request,
      needs,
      loaded,
      reached,
      wasHandled,
      freshUntilMs: freshUntil(request),
      frames: frames.sessions,
      ...(session && { session }),
    };
    const load = async (wanted: RenderRequest, given: RenderContext) => {
      const next = withAnimations(wanted);
      const stages = createStageClock(hooks, next, given);
      const again = { page, request: next, context: given, clock: stages, hooks };
      const target = targetOf(next, given);
      try {
        await leased.run(stages, () => loadHtml(again, loaded, target));
        parts.request = next;
        parts.reached = await leased.run(stages, () => reach(again));
        // The owner of its handle may change the page at any time.
        parts.freshUntilMs = handled ? 0 : freshUntil(next);
      } catch (error) {
        // It is unknown which of the two documents the page shows.
        page.deadline.fail(RenderError.from(error));
        throw error;
      }
    };
    const resume = async (given: RenderContext) => {
      if (loaded.progress.paused === undefined) throw notPaused();
      const stages = createStageClock(hooks, parts.request, given);
      const again = { page, request: parts.request, context: given, clock: stages, hooks };
      try {
        parts.reached = await leased.run(stages, () => reach(again, 'resumed'));
      } catch (error) {
        loaded.progress.isOver = true;
        await callPageFailed(again, error);
        throw error;
      }
      parts.freshUntilMs = handled ? 0 : freshUntil(parts.request);
    };
    return {
      get paused() {
        return loaded.progress.paused;
      },
      resume,
      capture: (wanted, given, onFree) => captureOpen(parts, wanted, given, onFree),
      get url() {
        return withoutCredentials(urlNow());
      },
      ended: page.deadline.signal,
      fail: (reason) => page.deadline.fail(reason),
      puppeteer<Page>() {
        handled = true;
        parts.freshUntilMs = 0;
        return page.puppeteer<Page>();
      },
      storageState: (withEmpty) => page.deadline.race(page.lease.storageState(withEmpty)),
      load,
      async noteSession() {
        if (session && !page.deadline.signal.aborted) await session.note(page, context);
      },
      async saveSession() {
        await session?.save();
      },
      release: () => leased.release(),
    };
  } catch (error) {
    await callPageFailed(work, error);
    leased.release();
    throw error;
  }
}

function notPaused(): RenderError {
  return new RenderError('invalid_request', 'The page is at no capture step: no steps are left.');
}

/** Lets animations run: they are ended for each capture separately. */
function withAnimations(request: RenderRequest): RenderRequest {
  return { ...request, animations: 'allow' } as RenderRequest;
}

/** Returns until when the settled state is fresh. `delay` passed after settling. */
function freshUntil({ delay }: RenderRequest): number {
  return delay > 0 ? 0 : performance.now() + freshMs;
}

/** Returns the needs of an open page, for captures of several kinds. */
function needsOfOpen(own: PageNeeds): PageNeeds {
  return { ...own, medium: 'screen', hide: true, frameControl: false, loadEvent: !own.scripts };
}

function followUrl({ session, frameId }: LeasedPage['page']['lease'], first: string): () => string {
  let url = first;
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) url = frame.url + (frame.urlFragment ?? '');
  });
  session.on('Page.navigatedWithinDocument', (event) => {
    if (event.frameId === frameId) url = event.url;
  });
  return () => url;
}
