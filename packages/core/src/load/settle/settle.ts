import type { RenderRequest } from '@tintype/contract';
import { isContextGone } from '../../page/chromium-errors.ts';
import { pageCode } from '../page-code.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { SettledDocument } from './in-page/settle-page.ts';
import { maxIconLength, maxTitleLength } from '../../page/metadata-limits.ts';
import { EvaluationError, type PageHandle } from '../../page/page-handle.ts';
import type { DocumentWatch } from '../navigate/navigate.ts';
import { createFrameSettler } from './settle-frames.ts';
import { countScriptRequests } from './script-requests.ts';
import type { SettleOptions } from './in-page/settle-options.ts';
import { awaitStillness } from './stillness.ts';
import type { RenderContext } from '../../types.ts';

export interface Settler {
  /** True if the page was still growing or moving when the wait timed out. */
  readonly observed: { isGrowing: boolean; isMoving: boolean };
  /** Settles the page, following it when a script sends it elsewhere meanwhile. */
  settle(): Promise<SettledDocument>;
  /** Brings the whole page into view once, where the result shows it, and settles it again. */
  reveal(settled: SettledDocument, context: RenderContext): Promise<SettledDocument>;
  /** Waits until the page stops moving, if a still image is made of it. */
  comeToRest(settled: SettledDocument, context: RenderContext): Promise<SettledDocument>;
}

/** Maximum time to settle after the states of `wait_until` are reached, in ms. */
const settleBoundMs = 15_000;

/** Maximum time to wait for one image, style sheet, script or frame, in ms. */
const partBoundMs = 5000;

/** Maximum time for a frame of another origin to settle. */
const frameBoundMs = 3000;

/** Maximum time to wait for responses to scripts, in ms: some never come (long polls). */
const requestBoundMs = 3000;

/** Maximum time for a part missing at the first inspection, in ms: it may have failed before. */
const unsureBoundMs = 2000;

/** Limits of a scroll through a page: with windows of 1,080 px, 540,000 px. */
const revealLimits = { steps: 500, growthWindows: 20, boundMs: 10_000 };

export interface SettlerParts {
  watch: DocumentWatch;
  /** Result of {@link prepareSettling}. */
  eventName: string;
  /** Shared by the captures of an open page. */
  seen: SeenPage;
}

/** The document that was scrolled through without effect: it is not again at this height. */
export interface SeenPage {
  last?: { loaderId: string | undefined; height: number } | undefined;
  /** The document whose frames outside the window have settled. */
  visitedLoaderId?: string | undefined;
}

/** Returns the event for the pending work of scripts. Call it before navigating. */
export async function prepareSettling(page: PageHandle): Promise<string> {
  if (!page.needs.scripts) return '';
  return page.lease.scriptEvent ?? (await countScriptRequests(page.session));
}

export function createSettler(
  page: PageHandle,
  request: RenderRequest,
  { watch, eventName, seen }: SettlerParts,
): Settler {
  const { needs } = page;
  // Without scripts, the page's events and our own timers in it do not fire.
  const medium = needs.scripts ? needs.medium : 'bare';
  const animations = 'animations' in request ? request.animations : 'allow';
  const whole = needs.wholePage;
  /** Loader of the empty document that was already waited for: once each. */
  let quietLoader: string | undefined;
  const observed = { isGrowing: false, isMoving: false };
  const frames = createFrameSettler(page);
  return {
    observed,
    settle: () => settle(!needs.frameControl),
    async reveal(settled, context) {
      const isScrolled = await scrollThroughOnce(settled, context);
      const hasVisited = await visitFrames(settled, context);
      return isScrolled || hasVisited ? settle(true) : settled;
    },
    async comeToRest(settled, context) {
      if (animations === 'pause') {
        await callInPage(page, pageCode.endAnimations, animations, whole);
      }
      if (!settled.busy || animations !== 'finish') return settled;
      const { isStill, moved } = await awaitStillness(page, { whole });
      if (!isStill) noteMotion(context);
      return moved ? settle(false) : settled;
    },
  };

  function noteMotion(context: RenderContext): void {
    if (!observed.isMoving) {
      context.warn('The page did not stop moving: the result shows one moment of it.');
    }
    observed.isMoving = true;
  }

  async function scrollThroughOnce(
    settled: SettledDocument,
    context: RenderContext,
  ): Promise<boolean> {
    if (!settled.isTall || !needs.reveal || isSeen(settled)) return false;
    page.deadline.activity = 'bringing the whole page into view';
    const { steps, growthWindows, boundMs } = revealLimits;
    try {
      const { loaderId } = watch;
      const { reachedEnd, height, isSame } = await callInPage(page, pageCode.bringIntoView, {
        steps,
        growthWindows,
        boundMs: Math.min(boundMs, page.deadline.remainingMs() * 0.4),
      });
      observed.isGrowing = !reachedEnd;
      seen.last = reachedEnd && isSame ? { loaderId, height } : undefined;
      if (!reachedEnd) {
        context.warn(
          'The page kept growing while it was brought into view: its end was not reached.',
        );
      }
    } catch (error) {
      if (!isContextGone(error)) throw error;
    }
    return true;
  }

  async function visitFrames(
    { hasForeignFrames }: SettledDocument,
    context: RenderContext,
  ): Promise<boolean> {
    const { loaderId } = watch;
    if (!hasForeignFrames || !whole || seen.visitedLoaderId === loaderId) return false;
    const options = frameOptions(frameBoundMs);
    try {
      const { hasScrolled, isStill } = await frames.visit(options);
      if (isStill) seen.visitedLoaderId = loaderId;
      else noteMotion(context);
      return hasScrolled;
    } catch (error) {
      if (!isContextGone(error)) throw error;
      return true;
    }
  }

  function isSeen({ height }: SettledDocument): boolean {
    const { last } = seen;
    return last !== undefined && last.loaderId === watch.loaderId && height <= last.height;
  }

  async function settle(rest: boolean): Promise<SettledDocument> {
    const boundMs = Math.min(settleBoundMs, page.deadline.remainingMs() / 2);
    const endsAt = performance.now() + boundMs;
    let load = false;
    for (;;) {
      page.deadline.activity = 'waiting for fonts and images';
      if (needs.loadEvent) {
        await Promise.race([watch.reached(['load']), page.deadline.sleep(boundMs)]);
      }
      const { loaderId } = watch;
      const isOver = () => performance.now() > endsAt;
      try {
        const settled = await look({ load, rest, leftMs: Math.max(0, endsAt - performance.now()) });
        const leaving = watch.loaderId !== loaderId || watch.navigating;
        if (!leaving && !isOver() && !load && settled.skippedLoad && (await listensToLoad(page))) {
          load = true;
          continue;
        }
        if (!leaving && !isOver() && quietLoader !== loaderId && settled.isEmpty) {
          quietLoader = loaderId;
          await untilQuiet(endsAt - performance.now());
          continue;
        }
        if (!leaving || isOver()) {
          if (!rest || !settled.hasForeignFrames) return settled;
          const leftMs = Math.max(0, endsAt - performance.now());
          return await frames.settle(settled, frameOptions(leftMs));
        }
      } catch (error) {
        if (!isContextGone(error)) throw error;
      }
      if (watch.navigating) await page.deadline.sleep(20);
      await watch.reached(request.wait_until);
    }
  }

  /** Waits until the page is idle: no event reports modules that scripts import. */
  async function untilQuiet(leftMs: number): Promise<void> {
    const boundMs = Math.max(0, Math.min(partBoundMs, leftMs));
    await Promise.race([watch.reached(['networkidle0']), page.deadline.sleep(boundMs)]);
  }

  function look(options: Pick<SettleOptions, 'load' | 'rest'> & { leftMs: number }) {
    return callInPage(page, pageCode.settlePage, settleOptions(options)).catch((error: unknown) =>
      unreadable(error, options.leftMs),
    );
  }

  /** Chat windows and ads poll without end: frames get less time. */
  function frameOptions(leftMs: number): SettleOptions {
    const boundMs = Math.min(frameBoundMs, leftMs);
    const options = settleOptions({ load: false, rest: true, leftMs: boundMs });
    const { partMs, requestMs } = options;
    return { ...options, partMs: Math.min(partMs, 2000), requestMs: Math.min(requestMs, 1000) };
  }

  function settleOptions({
    load,
    rest,
    leftMs,
  }: Pick<SettleOptions, 'load' | 'rest'> & { leftMs: number }): SettleOptions {
    return {
      medium,
      whole,
      load,
      rest,
      // What is paused is so once, at the end.
      animations: animations === 'pause' ? 'allow' : animations,
      titleLength: maxTitleLength,
      iconLength: maxIconLength + 1,
      eventName,
      partMs: Math.min(partBoundMs, leftMs),
      requestMs: Math.min(requestBoundMs, leftMs),
      unsureMs: Math.min(unsureBoundMs, leftMs),
      boundMs: leftMs,
    };
  }

  /** Handles a page whose elements hide the document's own properties: waits a while. */
  async function unreadable(error: unknown, leftMs: number): Promise<SettledDocument> {
    if (!(error instanceof EvaluationError)) throw error;
    await Promise.race([
      watch.reached(['load']),
      page.deadline.sleep(Math.min(partBoundMs, leftMs)),
    ]);
    const url = await callInPage(page, pageCode.currentUrl);
    return { ...unreadDocument, url };
  }
}

const unreadDocument: Omit<SettledDocument, 'url'> = {
  title: '',
  status: 0,
  icon: '',
  isTall: false,
  height: 0,
  isEmpty: false,
  hasForeignFrames: false,
  isAnimated: true,
  missing: ['other resources'],
  skippedLoad: false,
  busy: false,
};

async function listensToLoad(page: PageHandle): Promise<boolean> {
  const { result } = await page.session.send('Runtime.evaluate', { expression: 'window' });
  if (result.objectId === undefined) return false;
  const { objectId } = result;
  const { listeners } = await page.session.send('DOMDebugger.getEventListeners', { objectId });
  return listeners.some(({ type }) => type === 'load' || type === 'pageshow');
}
