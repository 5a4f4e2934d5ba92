import { deepFind } from '../../../page/in-page/deep-query.ts';
import { findScroller } from '../../../page/in-page/find-scroller.ts';
import { scrollOwn } from '../../../page/in-page/own-nodes.ts';
import { twoFrames } from '../../../page/in-page/page-waits.ts';

/** Brings the start of an element to the top of the view, and lets the page react. */
export async function scrollToElement(selector: string): Promise<void> {
  const element = deepFind(selector);
  if (element) {
    Element.prototype.scrollIntoView.call(element, { block: 'start', behavior: 'instant' });
  }
  await twoFrames();
}

/** Scrolls the page, or the element that scrolls, to a distance from its top. */
export async function scrollToDistance(top: number): Promise<void> {
  const scroller = findScroller();
  if (scroller) scrollOwn(scroller, 'scrollTo', { top });
  await twoFrames();
}
