import { findScroller } from '../page/find-scroller.ts';
import type { PageHandle } from '../page/page-handle.ts';

/**
 * Where the document does not scroll but a part of it does (an app shell), the page is what that part holds: it and what it lies in grow
 * until everything shows. The window keeps its size, so that `100vh` stays what it was. Where a page does not grow, it is left as it was.
 *
 * @returns whether it has grown
 */
export async function expandScroller(page: PageHandle): Promise<boolean> {
  return page.evaluate<boolean>(`(async () => {
    const scroller = ${findScroller}();
    if (!scroller || scroller === document.scrollingElement || scroller === document.documentElement) return false;
    const wanted = Math.floor(scroller.scrollHeight * 0.9);
    const undo = [];
    const set = (element, name, value) => {
      const { style } = element;
      const before = [name, style.getPropertyValue(name), style.getPropertyPriority(name)];
      style.setProperty(name, value, 'important');
      undo.push(() => style.setProperty(...before));
    };
    scroller.scrollTo({ top: 0, behavior: 'instant' });
    for (let element = scroller; element; element = element.assignedSlot ?? element.parentElement ?? element.getRootNode().host) {
      const { position, minHeight } = getComputedStyle(element);
      const { height } = element.getBoundingClientRect();
      // As tall as it was at least: what lies beside the content may be taller.
      set(element, 'min-height', element === scroller ? minHeight : height + 'px');
      set(element, 'height', 'auto');
      set(element, 'max-height', 'none');
      set(element, 'overflow', 'visible');
      set(element, 'contain', 'none');
      if (position === 'fixed') set(element, 'position', 'absolute');
      if (position === 'fixed' || position === 'absolute') set(element, 'bottom', 'auto');
      if (element !== document.body && element !== document.documentElement) set(element, 'flex-shrink', '0');
    }
    const grew = document.documentElement.scrollHeight >= wanted;
    if (!grew) for (const back of undo.reverse()) back();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return grew;
  })()`);
}
