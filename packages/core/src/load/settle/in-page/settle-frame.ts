import { beginChanges } from '../../../page/in-page/undo.ts';
import type { SettleOptions } from './settle-options.ts';
import { settlePage, type SettledDocument } from './settle-page.ts';

/**
 * Settles this frame, if it is visible in the window and its parent cannot settle it.
 * @param isFirst - True if registered undos belong to an earlier capture.
 * @returns null if it is not visible, or has the origin of its parent
 */
export async function settleFrame(
  options: SettleOptions,
  isFirst: boolean,
): Promise<SettledDocument | null> {
  if (isFirst) beginChanges();
  if (frameElement || !(await showsInWindow())) return null;
  return settlePage(options);
}

/** Returns whether an observer sees the frame: boxes of other origins cannot be read. */
export function showsInWindow(): Promise<boolean> {
  if (innerWidth < 3 || innerHeight < 3) return Promise.resolve(false);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve(entry?.isIntersecting === true);
    });
    observer.observe(document.documentElement);
    setTimeout(() => {
      observer.disconnect();
      resolve(false);
    }, 300);
  });
}
