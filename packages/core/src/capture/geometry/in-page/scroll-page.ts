import { ownOf, scrollOwn } from '../../../page/in-page/own-nodes.ts';
import { findScroller } from '../../../page/in-page/find-scroller.ts';
import { onUndo, undoScroll } from '../../../page/in-page/undo.ts';
import { twoFrames } from '../../../page/in-page/page-waits.ts';

/** Returns the element that scrolls. A page that rendered itself again has a new one. */
export function keptScroller(): Element | null {
  const world = globalThis as typeof globalThis & { tintypeScroller?: Element | null };
  if (!world.tintypeScroller || !ownOf(world.tintypeScroller, 'isConnected')) {
    world.tintypeScroller = findScroller();
    onUndo(() => delete world.tintypeScroller);
    if (world.tintypeScroller) undoScroll(world.tintypeScroller);
  }
  return world.tintypeScroller;
}

/** Scrolls down by a distance or one window. The second frame after it shows the result. */
export async function scrollStep(stepPx: number | null): Promise<void> {
  const scroller = keptScroller();
  if (scroller) {
    scrollOwn(scroller, 'scrollBy', { top: stepPx ?? ownOf(scroller, 'clientHeight') });
  }
  await twoFrames();
}

export function isAtEnd(): boolean {
  const scroller = keptScroller();
  if (!scroller) return true;
  const bottom = ownOf(scroller, 'scrollTop') + ownOf(scroller, 'clientHeight');
  return Math.ceil(bottom) >= ownOf(scroller, 'scrollHeight');
}

export function scrollToStart(): void {
  const scroller = keptScroller();
  if (scroller) scrollOwn(scroller, 'scrollTo', { top: 0, left: 0 });
}
