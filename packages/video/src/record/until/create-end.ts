import type { ScreencastRequest } from '@tintype/contract';
import {
  callInPage,
  invalidSelector,
  isContextGone,
  isTrueInPage,
  type PageHandle,
} from '@tintype/core';
import { pageCode } from '../../page-code.ts';

/** Returns whether a video ends with the frame that is shown. */
export type IsOver = () => Promise<boolean>;

/**
 * Creates the check of `until`; undefined without it.
 * @throws {RenderError} from the check: `invalid_selector`, or `script_failed` if a function throws
 */
export function createEnd(page: PageHandle, { until }: ScreencastRequest): IsOver | undefined {
  if (until === undefined) return undefined;
  if (/^(?:async\s|function\b)|=>/.test(until.trim())) {
    return () => page.deadline.race(isTrueInPage(page, until, 'until'));
  }
  const check = () =>
    until === 'animations_end'
      ? callInPage(page, pageCode.areAnimationsOver)
      : callInPage(page, pageCode.isDisplayed, until);
  return async () => {
    try {
      return await page.deadline.race(check());
    } catch (error) {
      // The page navigated: the next one is checked.
      if (isContextGone(error)) return false;
      throw invalidSelector(error, 'until') ?? error;
    }
  };
}
