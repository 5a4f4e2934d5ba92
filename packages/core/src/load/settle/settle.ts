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

/** Waits for the page of one render. */
export interface Settler {
  /** True if the page was still growing or moving when the wait timed out. */
  readonly observed: { isGrowing: boolean; isMoving: boolean };
  /** Settles the page, following it when a script sends it elsewhere meanwhile. */
  settle(): Promise<SettledDocument>;
  /** Brings the whole page into view once, where the result shows it, and settles it again. */
  reveal(settled: SettledDocument, context: RenderContext): Promise<SettledDocument>;
  /** Waits until the page stands still, where a still is made of it. */
  comeToRest(settled: SettledDocument, context: RenderContext): Promise<SettledDocument>;
}

/** The longest that a page may take to settle after it reached the states that were asked for. */
const settleBoundMs = 15_000;

/** The longest that one image, style sheet, script or frame is waited for. */
const partBoundMs = 5000;

/** Maximum time for a frame of another origin to settle. */
const frameBoundMs = 3000;

/** Answers that scripts wait for: some are never given (long polls). */
const requestBoundMs = 3000;

/**
 * A part that was missing at the first inspection may have failed before, which no event reports.
 */
const unsureBoundMs = 2000;

/** A scroll through a page ends at the latest here: with windows of 1,080 px, after 540,000 px. */
const revealLimits = { steps: 500, growthWindows: 20, boundMs: 10_000 };

/** Inputs of `createSettler`. */
export interface SettlerParts {
  watch: DocumentWatch;
  /** Result of {@link prepareSettling}. */
  eventName: string;
  /** Kept from one capture of an open page to the next. */
  seen: SeenPage;
}

/**
 * Which document has been brought into view, and how tall it was, where nothing came of it: that is
 * not done again.
 */
export interface SeenPage {
  last?: { loaderId: string | undefined; height: number } | undefined;
  /** The document whose frames outside of the window have come to rest. */
  visitedLoaderId?: string | undefined;
}

/**
 * Call it before navigating. Returns the event by which documents report what their scripts wait
 * for.
 */
export async function prepareSettling(page: PageHandle): Promise<string> {
  if (!page.needs.scripts) return '';
  return page.lease.scriptEvent ?? (await countScriptRequests(page.session));
}

/** Creates the settler of a render. */
export function createSettler(
  page: PageHandle,
  request: RenderRequest,
  { watch, eventName, seen }: SettlerParts,
): Settler {
  const { needs } = page;
  // Without scripts, events and timers of the waiting itself would not come either.
  const medium = needs.scripts ? needs.medium : 'bare';
  const animations = 'animations' in request ? request.animations : 'allow';
  const whole = needs.wholePage;
  /** The document that was waited for as it was empty: once each. */
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
        if (!leaving && !isOver() && !load && settled.skippedLoad && (await hearsOfLoad(page))) {
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

  /**
   * Nothing tells of modules that scripts import on the way, one of which may draw all that there
   * is.
   */
  async function untilQuiet(leftMs: number): Promise<void> {
    const boundMs = Math.max(0, Math.min(partBoundMs, leftMs));
    await Promise.race([watch.reached(['networkidle0']), page.deadline.sleep(boundMs)]);
  }

  function look(options: Pick<SettleOptions, 'load' | 'rest'> & { leftMs: number }) {
    return callInPage(page, pageCode.settlePage, settleOptions(options)).catch((error: unknown) =>
      unreadable(error, options.leftMs),
    );
  }

  /**
   * Chat windows and ads poll without end, and a frame has fired its load event or was given up.
   */
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

  /**
   * A page may give its elements the names of the document's own properties, so that it cannot be
   * inspected: it gets some time, and is shown in its state then.
   */
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

/** Returns whether the page listens to its load event. */
async function hearsOfLoad(page: PageHandle): Promise<boolean> {
  const { result } = await page.session.send('Runtime.evaluate', { expression: 'window' });
  if (result.objectId === undefined) return false;
  const { objectId } = result;
  const { listeners } = await page.session.send('DOMDebugger.getEventListeners', { objectId });
  return listeners.some(({ type }) => type === 'load' || type === 'pageshow');
}
