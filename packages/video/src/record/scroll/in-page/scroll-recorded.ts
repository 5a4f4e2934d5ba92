import {
  documentElementAs,
  findScroller,
  ownOf,
  scrollOwn,
  undoScroll,
  undoStyle,
} from '@tintype/core/in-page';

type ScrollerWorld = typeof globalThis & { tintypeScroller?: Element | null };

/** Scrolls to the top, without snapping and anchoring. Returns how far it can be scrolled. */
export function prepareScroller(): number {
  const scroller = findScroller();
  (globalThis as ScrollerWorld).tintypeScroller = scroller;
  if (!scroller) return 0;
  undoScroll(scroller);
  const [root, body] = [documentElementAs('documentElement'), ownOf(document, 'body')];
  const isDocument = scroller === documentElementAs('scrollingElement') || scroller === root;
  for (const element of isDocument ? [scroller, root, body] : [scroller]) {
    if (element) undoStyle(element);
    const style = element && ownOf(element as HTMLElement, 'style');
    style?.setProperty('scroll-snap-type', 'none', 'important');
    style?.setProperty('overflow-anchor', 'none', 'important');
  }
  scrollOwn(scroller, 'scrollTo', { top: 0 });
  return Math.max(0, ownOf(scroller, 'scrollHeight') - ownOf(scroller, 'clientHeight'));
}

/** Its value is ignored: newer browsers return a promise, which the next frame would store. */
export function scrollRecorded(top: number): void {
  const { tintypeScroller: scroller } = globalThis as ScrollerWorld;
  if (scroller) scrollOwn(scroller, 'scrollTo', { top });
}

/** Scrolls along the offsets, one for each frame, by the page's own clock. */
export function scrollAlong(offsets: readonly number[], fps: number): void {
  const startedAt = performance.now();
  const step = () => {
    const offset = offsets[Math.floor(((performance.now() - startedAt) * fps) / 1000)];
    if (offset === undefined) return;
    scrollRecorded(offset);
    requestAnimationFrame(step);
  };
  step();
}
