import { deepFind } from '../../page/in-page/deep-query.ts';
import { undoScroll } from '../../page/in-page/undo.ts';

/** Where a page is written from the right, its scroll positions are negative: the distance to its left edge. Runs in the page. */
export function scrolledFromRight(contentWidth: number): number {
  const root = document.scrollingElement ?? document.documentElement;
  if (!root) return 0;
  const isFromRight =
    getComputedStyle(root).direction === 'rtl' ||
    (document.body !== null && getComputedStyle(document.body).direction === 'rtl');
  return isFromRight ? Math.max(0, contentWidth - root.clientWidth) : 0;
}

/** Edges of an element, from the top left corner of the page. */
export interface ElementBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The border box of the first element that a selector matches. Runs in the page. */
export function elementBox(selector: string): ElementBox | null {
  const element = deepFind(selector);
  if (!element) return null;
  for (let around = aroundElement(element); around; around = aroundElement(around)) {
    if (around.scrollTop !== 0 || around.scrollHeight > around.clientHeight) undoScroll(around);
    else if (around.scrollLeft !== 0 || around.scrollWidth > around.clientWidth) undoScroll(around);
  }
  // What scrolls by itself shows the element; the page as a whole stays where it is.
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return {
    left: left + scrollX,
    top: top + scrollY,
    right: right + scrollX,
    bottom: bottom + scrollY,
  };
}

/** What an element is shown in, also where that lies in a shadow tree. Runs in the page. */
export function aroundElement(element: Element): Element | null {
  return (
    element.assignedSlot ??
    element.parentElement ??
    (element.getRootNode() as Partial<ShadowRoot>).host ??
    null
  );
}
