import { RenderError, type RenderRequest } from '@tintype/contract';
import { isContextGone, isInvalidSelector } from '../chromium-errors.ts';
import type { PageHandle } from '../page-handle.ts';
import type { RenderContext } from '../types.ts';
import type { DocumentWatch } from './navigate.ts';
import { settle, type DocumentFacts } from './settle.ts';

/** How long a selector to click may take to appear. */
const selectorBoundMs = 5000;

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
  if (point === null) {
    throw new RenderError(
      'selector_not_found',
      `click_selector: nothing on the page matched ${JSON.stringify(selector)} within ${boundMs / 1000} s.`,
    );
  }
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

async function withSelectorErrors<T>(
  parameter: 'hide_selectors' | 'click_selector',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isInvalidSelector(error)) throw error;
    const came = /'([^]*?)' is not a valid selector/.exec((error as Error).message)?.[1] ?? '';
    throw new RenderError(
      'invalid_selector',
      `${parameter}: ${JSON.stringify(came)} is not a CSS selector that the browser understands.`,
      {
        cause: error,
        details: [{ parameter, message: `${JSON.stringify(came)} is not a valid CSS selector` }],
      },
    );
  }
}

/** Hides, clicks, scrolls and waits as the request says, and settles the page again where that changed it. */
export async function interact(
  page: PageHandle,
  request: RenderRequest,
  watch: DocumentWatch,
  before: DocumentFacts,
  context: RenderContext,
): Promise<DocumentFacts> {
  const hidden = request.kind === 'scrape' ? [] : (request.hide_selectors ?? []);
  const clicked = request.click_selector;
  const scrolls = request.kind === 'screenshot' && request.full_page_scroll;
  if (hidden.length === 0 && clicked === undefined && !scrolls && request.delay === 0) {
    return before;
  }
  await hideSelectors(page, hidden);
  if (clicked !== undefined) {
    const { loaderId } = watch;
    await clickSelector(page, clicked);
    // A click that leads away says so within a moment; settling then waits for the page it leads to.
    await page.deadline.sleep(50);
    await settle(page, request, watch);
    if (watch.loaderId === loaderId) await scrollToTop(page);
    else await hideSelectors(page, hidden);
  }
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
