import { deepFind } from '../../../page/in-page/deep-query.ts';
import { documentElementAs } from '../../../page/in-page/find-scroller.ts';
import { aroundElement, maxAncestors, ownBox, ownOf } from '../../../page/in-page/own-nodes.ts';
import { undoScroll } from '../../../page/in-page/undo.ts';

/** Scroll positions of a right-to-left page are negative: the distance to its left edge. */
export function scrolledFromRight(contentWidth: number): number {
  const root = documentElementAs('scrollingElement') ?? documentElementAs('documentElement');
  if (!root) return 0;
  const body = ownOf(document, 'body') as Element | null;
  const isFromRight = [root, body].some(
    (element) => element && getComputedStyle(element).direction === 'rtl',
  );
  return isFromRight ? Math.max(0, contentWidth - root.clientWidth) : 0;
}

/** Edges of an element, from the top left corner of the page. */
export interface ElementBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function elementBox(selector: string): ElementBox | null {
  const element = deepFind(selector);
  if (!element) return null;
  let left = maxAncestors;
  let around = aroundElement(element);
  for (; around && left-- > 0; around = aroundElement(around)) {
    const tall = ownOf(around, 'scrollHeight') > ownOf(around, 'clientHeight');
    const wide = ownOf(around, 'scrollWidth') > ownOf(around, 'clientWidth');
    const scrolled = ownOf(around, 'scrollTop') !== 0 || ownOf(around, 'scrollLeft') !== 0;
    if (tall || wide || scrolled) undoScroll(around);
  }
  // Scrollers inside the page show the element; the page itself keeps its scroll offset.
  Element.prototype.scrollIntoView.call(element, {
    block: 'nearest',
    inline: 'nearest',
    behavior: 'instant',
  });
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  const box = ownBox(element);
  return {
    left: box.left + scrollX,
    top: box.top + scrollY,
    right: box.right + scrollX,
    bottom: box.bottom + scrollY,
  };
}
