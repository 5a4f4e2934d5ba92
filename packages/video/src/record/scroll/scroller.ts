import { callInPage, isContextGone, type PageHandle } from '@tintype/core';
import { pageCode } from '../../page-code.ts';

/** The scrolled element: the document, or the largest part of the page that scrolls. */
export interface Scroller {
  /** Distance that it can be scrolled by, in px. */
  readonly distancePx: number;
  /** Scrolls at once, whatever the page says about smoothness. Resolves when it is there. */
  scrollTo(offsetPx: number): Promise<void>;
}

/** Finds out what of the page scrolls, and how far. */
export async function createScroller(
  page: PageHandle,
  deviceScaleFactor: number,
): Promise<Scroller> {
  const distancePx = await callInPage(page, pageCode.prepareScroller);
  let last = 0;
  return {
    distancePx,
    async scrollTo(offsetPx) {
      // Between two device pixels Chromium would choose for itself.
      const top = Math.round(offsetPx * deviceScaleFactor) / deviceScaleFactor;
      if (top === last) return;
      last = top;
      try {
        await callInPage(page, pageCode.scrollRecorded, top);
      } catch (error) {
        // The page navigated away: the next one is not scrolled.
        if (!isContextGone(error)) throw error;
      }
    },
  };
}
