import { ownOf, scrollOwn } from '../../page/in-page/own-nodes.ts';
import { findScroller } from '../../page/in-page/find-scroller.ts';
import { onUndo, undoScroll } from '../../page/in-page/undo.ts';
import { twoFrames } from '../../page/in-page/two-frames.ts';

/** What scrolls. A page that is rendered anew has another one. Runs in the page. */
export function keptScroller(): Element | null {
  const world = globalThis as typeof globalThis & { tintypeScroller?: Element | null };
  if (!world.tintypeScroller || !ownOf(world.tintypeScroller, 'isConnected')) {
    world.tintypeScroller = findScroller();
    onUndo(() => delete world.tintypeScroller);
    if (world.tintypeScroller) undoScroll(world.tintypeScroller);
  }
  return world.tintypeScroller;
}

/**
 * Scrolls down by a distance, or by what is in view. A page hears of it with its next frame, and
 * shows what it made of it in the one after. Runs in the page.
 */
export async function scrollStep(stepPx: number | null): Promise<void> {
  const scroller = keptScroller();
  if (scroller) {
    scrollOwn(scroller, 'scrollBy', { top: stepPx ?? ownOf(scroller, 'clientHeight') });
  }
  await twoFrames();
}

/** Whether the end is in view. Runs in the page. */
export function isAtEnd(): boolean {
  const scroller = keptScroller();
  if (!scroller) return true;
  const bottom = ownOf(scroller, 'scrollTop') + ownOf(scroller, 'clientHeight');
  return Math.ceil(bottom) >= ownOf(scroller, 'scrollHeight');
}

/** Runs in the page. */
export function scrollToStart(): void {
  const scroller = keptScroller();
  if (scroller) scrollOwn(scroller, 'scrollTo', { top: 0, left: 0 });
}
