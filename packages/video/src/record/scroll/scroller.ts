import { findScroller, isContextGone, type PageHandle } from '@tintype/core';

/** What is scrolled: the document, or the largest part of the page that scrolls by itself where the document does not. */
export interface Scroller {
  /** How far it can be scrolled, in px. */
  readonly distancePx: number;
  /** Scrolls at once, whatever the page says about smoothness. Resolves when it is there. */
  scrollTo(offsetPx: number): Promise<void>;
}

/** Snapping and anchoring would move the page to other positions. */
const prepareScroller = `(() => {
  const scroller = ${findScroller}();
  globalThis.tintypeScroller = scroller;
  if (!scroller) return 0;
  const isDocument = scroller === document.scrollingElement || scroller === document.documentElement;
  for (const element of isDocument ? [scroller, document.documentElement, document.body] : [scroller]) {
    element?.style?.setProperty('scroll-snap-type', 'none', 'important');
    element?.style?.setProperty('overflow-anchor', 'none', 'important');
  }
  scroller.scrollTo({ top: 0, behavior: 'instant' });
  return Math.max(0, scroller.scrollHeight - scroller.clientHeight);
})()`;

/** Finds out what of the page scrolls, and how far. */
export async function createScroller(
  page: PageHandle,
  deviceScaleFactor: number,
): Promise<Scroller> {
  const distancePx = await page.evaluate<number>(prepareScroller);
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
