import { deepRoots } from './deep-query.ts';

/** Less of the window than this is a side bar, a list or a box of code, not the page. */
const leastShare = 0.5;

/**
 * Source of a function that gives what of a page scrolls: the document, or where that does not (an app shell) the largest part that
 * does, also in a shadow tree; the document again where there is none. A document that has lost its root has nothing that scrolls.
 */
export const findScroller = `(() => {
  const own = (name) => Object.getOwnPropertyDescriptor(Document.prototype, name).get.call(document);
  const root = own('scrollingElement') ?? own('documentElement');
  if (!root) return null;
  const reach = (element) => element.scrollHeight - element.clientHeight;
  const rootScrolls = !/hidden|clip/.test(getComputedStyle(own('documentElement')).overflowY);
  if (rootScrolls && reach(root) >= 2) return root;
  const shownSize = (element) => {
    const box = element.getBoundingClientRect();
    const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
    const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return width > 0 && height > 0 ? width * height : 0;
  };
  let found = root;
  let largest = innerWidth * innerHeight * ${leastShare};
  for (const tree of ${deepRoots}()) {
    for (const element of tree.querySelectorAll('*')) {
      if (element === root || reach(element) < 2) continue;
      if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
      const size = shownSize(element);
      if (size >= largest) [found, largest] = [element, size + 1];
    }
  }
  return found;
})`;
