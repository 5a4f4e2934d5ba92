import { isContextGone, type PageHandle } from '@tintype/core';

/** What is scrolled: the document, or the largest part of the page that scrolls by itself where the document does not. */
export interface Scroller {
  /** How far it can be scrolled, in px. */
  readonly distancePx: number;
  /** Scrolls at once, whatever the page says about smoothness. Resolves when it stands there. */
  scrollTo(offsetPx: number): Promise<void>;
}

/** Snapping and anchoring would move the page to places of their own. */
const findScroller = `(() => {
  const root = document.scrollingElement ?? document.documentElement;
  const reach = (element) => element.scrollHeight - element.clientHeight;
  let found = root;
  if (reach(root) < 2) {
    const size = (element) => {
      const box = element.getBoundingClientRect();
      const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
      const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
      return width > 0 && height > 0 ? width * height : 0;
    };
    let largest = 0;
    for (const element of document.querySelectorAll('body *')) {
      if (reach(element) < 2 || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
      if (size(element) > largest) {
        largest = size(element);
        found = element;
      }
    }
  }
  const styled = found === root ? [root, document.documentElement, document.body] : [found];
  for (const element of styled) {
    element?.style.setProperty('scroll-snap-type', 'none', 'important');
    element?.style.setProperty('overflow-anchor', 'none', 'important');
  }
  globalThis.tintypeScroller = found;
  found.scrollTo({ top: 0, behavior: 'instant' });
  return Math.max(0, reach(found));
})()`;

/** Finds out what of the page scrolls, and how far. */
export async function createScroller(
  page: PageHandle,
  deviceScaleFactor: number,
): Promise<Scroller> {
  const distancePx = await page.evaluate<number>(findScroller);
  let last = 0;
  return {
    distancePx,
    async scrollTo(offsetPx) {
      // Between two device pixels Chromium would choose for itself.
      const top = Math.round(offsetPx * deviceScaleFactor) / deviceScaleFactor;
      if (top === last) return;
      last = top;
      try {
        // Not its value: newer browsers give a promise, which the next frame would keep.
        await page.evaluate(
          `void globalThis.tintypeScroller?.scrollTo({ top: ${top}, behavior: 'instant' })`,
        );
      } catch (error) {
        // The page went elsewhere: where it leads to is not scrolled.
        if (!isContextGone(error)) throw error;
      }
    },
  };
}
