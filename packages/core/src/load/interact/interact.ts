import type { RenderRequest } from '@tintype/contract';
import { clickSelector } from './click-selector.ts';
import { hiddenSelectors, hideSelectors } from '../emulate/hide-selectors.ts';
import { injectCss, injectJs } from './inject.ts';
import type { DocumentWatch } from '../navigate/navigate.ts';
import { createPageFrames } from '../../page/page-frames.ts';
import { waitForSelector, findSelected } from '../../page/selectors.ts';
import type { PageWork } from '../../page/page-work.ts';
import type { Settler } from '../settle/settle.ts';
import { waitForFunction } from './wait-for-function.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { pageCode } from '../page-code.ts';

/** Scrolls back to the top after a click scrolled the page. */
export async function scrollToTop(page: PageHandle): Promise<void> {
  await callInPage(page, pageCode.scrollWindowToTop);
}

/** Returns whether a request requires any interaction with the page. */
export function interacts(page: PageHandle, request: RenderRequest): boolean {
  const { click_selector: clicked, inject_css: css, inject_js: js } = request;
  const { wait_for_selector: awaited, wait_for_function: condition, scroll_to: place } = request;
  const values = [css, js, clicked, request.steps, awaited, condition, place];
  const isAsked = values.some((value) => value !== undefined);
  return isAsked || hiddenSelectors(page, request).length > 0;
}

/** A page, and what is done with it. */
interface Interaction extends Pick<PageWork, 'page' | 'request'> {
  /** True if the document has the CSS of the request. */
  isDressed: boolean;
}

/**
 * Interacts in the order of the parameters: CSS, hide, JS, click, steps, wait, scroll.
 * @param runSteps - resolves to true if steps are left
 */
export async function interact(
  { page, request, isDressed }: Interaction,
  watch: DocumentWatch,
  settler: Settler,
  runSteps: () => Promise<boolean>,
): Promise<void> {
  const { click_selector: clicked, inject_css: css, inject_js: js } = request;
  const { wait_for_selector: awaited, wait_for_function: condition, scroll_to: place } = request;
  const frames = createPageFrames(page);
  const dress = async () => {
    await injectCss(page, css);
    await hideSelectors(page, hiddenSelectors(page, request));
  };
  if (!isDressed) await dress();
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
  if (request.steps !== undefined) {
    const { loaderId } = watch;
    const isPaused = await runSteps();
    if (watch.loaderId !== loaderId) await dress();
    if (isPaused) return;
  }
  if (awaited !== undefined) await waitForSelector(page, awaited, frames);
  if (condition !== undefined) await waitForFunction(page, condition);
  if (place !== undefined) await scrollTo(page, place);
}

/** A navigation is reported shortly after its cause; settling then waits for the new page. */
async function followed(page: PageHandle, settler: Settler): Promise<void> {
  await page.deadline.sleep(50);
  await settler.settle();
}

/** Scrolls to an element or a distance. Throws `selector_not_found`, `invalid_selector` */
async function scrollTo(page: PageHandle, place: string): Promise<void> {
  const [, distance] = /^ *([0-9]+) *(?:px)? *$/i.exec(place) ?? [];
  if (distance !== undefined) {
    await callInPage(page, pageCode.scrollToDistance, Number(distance));
    return;
  }
  await findSelected(page, place, 'scroll_to');
  await callInPage(page, pageCode.scrollToElement, place);
}
