import { findScroller } from '../page/find-scroller.ts';

/**
 * Source of a function that lets an element and what it lies in grow: to a height, or as far as its content goes. Gives whether the
 * document has grown to nine tenths of what the element holds; where it has not, it is left as it was. The window keeps its size, so
 * that `100vh` stays what it was.
 */
export const growElement = `((grown, wanted, height) => {
  const undo = [];
  const set = (element, name, value) => {
    const { style } = element;
    const before = [name, style.getPropertyValue(name), style.getPropertyPriority(name)];
    style.setProperty(name, value, 'important');
    undo.push(() => style.setProperty(...before));
  };
  for (let element = grown; element; element = element.assignedSlot ?? element.parentElement ?? element.getRootNode().host) {
    const { position, minHeight } = getComputedStyle(element);
    const now = element.getBoundingClientRect().height;
    // As tall as it was at least: what lies beside the content may be taller.
    set(element, 'min-height', element === grown ? minHeight : now + 'px');
    set(element, 'height', element === grown ? height : 'auto');
    set(element, 'max-height', 'none');
    set(element, 'overflow', 'visible');
    set(element, 'contain', 'none');
    if (position === 'fixed') set(element, 'position', 'absolute');
    if (position === 'fixed' || position === 'absolute') set(element, 'bottom', 'auto');
    if (element !== document.body && element !== document.documentElement) set(element, 'flex-shrink', '0');
  }
  const grew = document.documentElement.scrollHeight >= Math.floor(wanted * 0.9);
  if (!grew) for (const back of undo.reverse()) back();
  return grew;
})`;

/** Source of an expression that gives whether a part of the document that scrolls, where the document itself does not, has grown. */
export const growScroller = `(async () => {
  const scroller = ${findScroller}();
  if (!scroller || scroller === document.scrollingElement || scroller === document.documentElement) return false;
  scroller.scrollTo({ top: 0, behavior: 'instant' });
  const grew = ${growElement}(scroller, scroller.scrollHeight, 'auto');
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return grew;
})()`;
