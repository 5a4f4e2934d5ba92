import type { RenderRequest } from '@tintype/contract';
import { isContextGone } from '../chromium-errors.ts';
import type { PageHandle } from '../page-handle.ts';
import type { RenderContext } from '../types.ts';
import { injectCss, injectJs } from './inject.ts';
import type { DocumentWatch } from './navigate.ts';
import {
  findSelected,
  selectorBoundMs,
  selectorNotFound,
  waitForSelector,
  withSelectorErrors,
} from './selectors.ts';
import { settle, type DocumentFacts } from './settle.ts';

/** Takes elements out of the page, those that come later as well. */
export async function hideSelectors(page: PageHandle, selectors: readonly string[]): Promise<void> {
  if (selectors.length === 0) return;
  await withSelectorErrors('hide_selectors', () =>
    page.evaluate(`((selectors) => {
      for (const selector of selectors) document.createDocumentFragment().querySelector(selector);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(selectors.map((selector) => selector + '{display:none !important}').join('\\n'));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      for (const selector of selectors) {
        for (const element of document.querySelectorAll(selector)) {
          element.style.setProperty('display', 'none', 'important');
        }
      }
    })(${JSON.stringify(selectors)})`),
  );
}

/** Clicks the first element that a selector matches, with a real mouse event where it can be hit. */
export async function clickSelector(page: PageHandle, selector: string): Promise<void> {
  page.deadline.activity = `waiting for click_selector ${JSON.stringify(selector)}`;
  const boundMs = Math.min(selectorBoundMs, page.deadline.remainingMs() / 2);
  const point = await withSelectorErrors('click_selector', () =>
    findClickPoint(page, selector, boundMs),
  );
  if (point === null) throw selectorNotFound('click_selector', selector, boundMs);
  if (point.clicked) return;
  const mouse = { ...point, button: 'left', clickCount: 1 } as const;
  await page.session.send('Input.dispatchMouseEvent', {
    type: 'mouseMoved',
    x: point.x,
    y: point.y,
  });
  await page.session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
  await page.session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
}

/** The middle of the element, or `clicked` when another one covers it and it was clicked by script. */
async function findClickPoint(page: PageHandle, selector: string, boundMs: number) {
  const endsAt = performance.now() + boundMs;
  for (;;) {
    try {
      const point = await page.evaluate<{ x: number; y: number; clicked: boolean } | null>(
        `(async (selector) => {
          const element = document.querySelector(selector);
          if (!element) return null;
          element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const box = [...element.getClientRects()].find((rect) => rect.width > 0 && rect.height > 0);
          const x = box ? box.left + box.width / 2 : -1;
          const y = box ? box.top + box.height / 2 : -1;
          const hit = box ? document.elementFromPoint(x, y) : null;
          const clicked = !hit || !(element.contains(hit) || hit.contains(element));
          if (clicked) element.click();
          return { x, y, clicked };
        })(${JSON.stringify(selector)})`,
      );
      if (point !== null || performance.now() > endsAt) return point;
    } catch (error) {
      if (!isContextGone(error)) throw error;
    }
    await page.deadline.sleep(50);
  }
}

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
  let reachedEnd = false;
  for (
    let step = 0;
    step < scrollStepLimit && !reachedEnd && performance.now() < endsAt;
    step += 1
  ) {
    // A page hears of a scroll with its next frame, and shows what it made of it in the one after.
    await Promise.all([
      page.evaluate(`new Promise((done) => {
        scrollBy({ top: ${stepPx ?? 'innerHeight'}, behavior: 'instant' });
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
      })`),
      page.deadline.sleep(stepMs),
    ]);
    reachedEnd = await page.evaluate<boolean>(
      `Math.ceil(scrollY + innerHeight) >= (document.scrollingElement ?? document.documentElement).scrollHeight`,
    );
  }
  await page.evaluate(`new Promise((done) => {
    scrollTo({ top: 0, left: 0, behavior: 'instant' });
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  })`);
  return { reachedEnd };
}

/** Back to the top after a click scrolled the page, so that the picture shows the place that was asked for. */
export async function scrollToTop(page: PageHandle): Promise<void> {
  await page.evaluate(`scrollTo({ top: 0, left: 0, behavior: 'instant' })`);
}

/**
 * Does what the request says, and settles the page again where that changed it. In this order: `inject_css` again, hide, `inject_js`,
 * click, `wait_for_selector`, scroll, `delay`. So a script or a click can bring about what is waited for.
 */
export async function interact(
  page: PageHandle,
  request: RenderRequest,
  watch: DocumentWatch,
  before: DocumentFacts,
  context: RenderContext,
): Promise<DocumentFacts> {
  const hidden = request.kind === 'scrape' ? [] : (request.hide_selectors ?? []);
  const { click_selector: clicked, inject_css: css, inject_js: js } = request;
  const { wait_for_selector: awaited } = request;
  const selected = 'selector' in request ? request.selector : undefined;
  const scrolls = request.kind === 'screenshot' && request.full_page_scroll;
  const wanted = [css, js, clicked, awaited, selected].some((value) => value !== undefined);
  if (!wanted && hidden.length === 0 && !scrolls && request.delay === 0) return before;
  const dress = async () => {
    await injectCss(page, css);
    await hideSelectors(page, hidden);
  };
  await dress();
  if (js !== undefined) {
    const { loaderId } = watch;
    await injectJs(page, js);
    await followed(page, request, watch);
    if (watch.loaderId !== loaderId) await dress();
  }
  if (clicked !== undefined) {
    const { loaderId } = watch;
    await clickSelector(page, clicked);
    await followed(page, request, watch);
    if (watch.loaderId === loaderId) await scrollToTop(page);
    else await dress();
  }
  if (awaited !== undefined) await waitForSelector(page, awaited);
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
  return settle(page, request, watch);
}

/** What leads away says so within a moment; settling then waits for the page it leads to. */
async function followed(
  page: PageHandle,
  request: RenderRequest,
  watch: DocumentWatch,
): Promise<void> {
  await page.deadline.sleep(50);
  await settle(page, request, watch);
}
