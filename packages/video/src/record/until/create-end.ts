import { setTimeout as sleep } from 'node:timers/promises';
import { RenderError, type ScreencastRequest } from '@tintype/contract';
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
  if (isFunction(until)) {
    return () => inTime(page, isTrueInPage(page, until, 'until'));
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

/** Returns whether code is a function; anything else is a selector, which may contain `=>`. */
export function isFunction(until: string): boolean {
  return /^\s*(?:function\b|async\s+function\b|(?:async\s*)?(?:\(|[\w$]+\s*=>)|\/[/*][^]*=>)/.test(
    until,
  );
}

/** Maximum time of one check: the page's clock stands still, so a timer would never run. */
const checkBoundMs = 5000;

async function inTime(page: PageHandle, check: Promise<boolean>): Promise<boolean> {
  const ended = new AbortController();
  const late = sleep(checkBoundMs, undefined, { signal: ended.signal }).catch(() => undefined);
  const checked = page.deadline.race(check).finally(() => ended.abort());
  const isOver = await Promise.race([checked, late]);
  if (isOver !== undefined) return isOver;
  const message = `the function did not return within ${checkBoundMs / 1000} s. Time stands still while it runs, so it must not wait`;
  throw new RenderError('script_failed', `until: ${message}.`, {
    details: [{ parameter: 'until', message }],
  });
}
