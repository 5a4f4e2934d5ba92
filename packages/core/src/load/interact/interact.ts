import type { RenderRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import { expandScroller } from '../../capture/expand-scroller.ts';
import { findScroller } from '../../page/find-scroller.ts';
import { callInPage } from '../../page/in-page.ts';
import { clickSelector } from './click-selector.ts';
import { hiddenSelectors, hideSelectors } from '../emulate/hide-selectors.ts';
import { waitParts } from '../settle/page-waits.ts';
import { goBack, rememberLooks, revealParts } from '../settle/reveal.ts';
import { injectCss, injectJs } from './inject.ts';
import type { DocumentWatch } from '../navigate/navigate.ts';
import { createPageFrames } from '../../page/page-frames.ts';
import { findSelected, waitForSelector } from '../../page/selectors.ts';
import type { DocumentFacts, Settler } from '../settle/settle.ts';
import { waitForFunction } from './wait-for-function.ts';

/** The most steps of one scroll through a page: at 1,080 px each, 540,000 px. */
const scrollStepLimit = 500;

/** Scrolls to the end of the page and back, so that what loads on scroll has loaded. */
export async function scrollThrough(
  page: PageHandle,
  stepPx: number | undefined,
  stepMs: number,
): Promise<{ reachedEnd: boolean }> {
  page.deadline.activity = 'scrolling through the page';
  const endsAt = performance.now() + page.deadline.remainingMs() * 0.6;
  await page.evaluate(`${callInPage(rememberLooks, [])}, true`);
  // A page that is rendered anew has another one.
  const scroller = `(globalThis.tintypeScroller?.isConnected ? tintypeScroller : globalThis.tintypeScroller = ${findScroller}())`;
  let reachedEnd = false;
  for (
    let step = 0;
    step < scrollStepLimit && !reachedEnd && performance.now() < endsAt;
    step += 1
  ) {
    // A page hears of a scroll with its next frame, and shows what it made of it in the one after.
    await Promise.all([
      page.evaluate(`new Promise((done) => {
        const scroller = ${scroller};
        scroller?.scrollBy({ top: ${stepPx ?? 'scroller.clientHeight'}, behavior: 'instant' });
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
      })`),
      page.deadline.sleep(stepMs),
    ]);
    reachedEnd = await page.evaluate<boolean>(
      `((scroller) => !scroller || Math.ceil(scroller.scrollTop + scroller.clientHeight) >= scroller.scrollHeight)(${scroller})`,
    );
  }
  await page.evaluate(`${scroller}?.scrollTo({ top: 0, left: 0, behavior: 'instant' })`);
  await page.evaluate(callInPage(goBack, [...revealParts, ...waitParts], 0, 0));
  return { reachedEnd };
}

/** Back to the top after a click scrolled the page, so that the image shows the place that was asked for. */
export async function scrollToTop(page: PageHandle): Promise<void> {
  await page.evaluate(`scrollTo({ top: 0, left: 0, behavior: 'instant' })`);
}

/**
 * Does what the request says, and settles the page again where that changed it. In this order: `inject_css` again, hide, `inject_js`,
 * click, `wait_for_selector`, `wait_for_function`, scroll, `delay`. So a script or a click can bring about what is waited for.
 */
export async function interact(
  page: PageHandle,
  request: RenderRequest,
  watch: DocumentWatch,
  settler: Settler,
  before: DocumentFacts,
  context: RenderContext,
): Promise<DocumentFacts> {
  const hidden = hiddenSelectors(page, request);
  const { click_selector: clicked, inject_css: css, inject_js: js } = request;
  const { wait_for_selector: awaited, wait_for_function: condition } = request;
  const selected = 'selector' in request ? request.selector : undefined;
  const scrolls = 'full_page_scroll' in request && request.full_page_scroll;
  const wanted = [css, js, clicked, awaited, condition, selected].some(
    (value) => value !== undefined,
  );
  if (!wanted && hidden.length === 0 && !scrolls && request.delay === 0) {
    return settler.reveal(await unfolded(page, settler, before), context);
  }
  const frames = createPageFrames(page);
  const dress = async () => {
    await injectCss(page, css);
    await hideSelectors(page, hidden);
  };
  await dress();
  if (js !== undefined) {
    const { loaderId } = watch;
    await injectJs(page, js);
    await followed(page, settler);
    if (watch.loaderId !== loaderId) await dress();
  }
  if (clicked !== undefined) {
    const { loaderId } = watch;
    await clickSelector(page, clicked, frames);
    await followed(page, settler);
    if (watch.loaderId === loaderId) await scrollToTop(page);
    else await dress();
  }
  if (awaited !== undefined) await waitForSelector(page, awaited, frames);
  if (condition !== undefined) await waitForFunction(page, condition);
  if (selected !== undefined) await findSelected(page, selected);
  if (scrolls) {
    const { reachedEnd } = await scrollThrough(
      page,
      request.full_page_scroll_by_amount,
      request.full_page_scroll_by_duration,
    );
    if (!reachedEnd)
      context.warn('The page kept growing while it was scrolled: its end was not reached.');
  }
  page.deadline.activity = 'waiting for delay';
  if (request.delay > 0) await page.deadline.sleep(request.delay * 1000);
  const settled = await settler.settle();
  return settler.reveal(await unfolded(page, settler, settled), context);
}

/** An app shell shows all that it holds before it is brought into view, so that what loads then has loaded. */
async function unfolded(
  page: PageHandle,
  settler: Settler,
  facts: DocumentFacts,
): Promise<DocumentFacts> {
  if (!page.needs.unfold) return facts;
  page.deadline.activity = 'finding out how tall the page is';
  return (await expandScroller(page)) ? settler.settle() : facts;
}

/** What leads away says so within a moment; settling then waits for the page it leads to. */
async function followed(page: PageHandle, settler: Settler): Promise<void> {
  await page.deadline.sleep(50);
  await settler.settle();
}
