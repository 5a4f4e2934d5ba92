import { deepRoots } from './deep-query.ts';
import { ownBox, ownElements, ownOf } from './own-nodes.ts';

/** Minimum share of the window: smaller scrollers are a side bar, a list or a code block. */
export const leastScrollerShare = 0.5;

/** Returns a property of the document as the browser defines it. */
export function documentElementAs(name: 'scrollingElement' | 'documentElement'): Element | null {
  return ownOf(document, name);
}

/** The element that scrolls: the document, or its largest part that does, if any. */
export function findScroller(): Element | null {
  const root = documentElementAs('scrollingElement') ?? documentElementAs('documentElement');
  if (!root) return null;
  const reach = (element: Element) =>
    ownOf(element, 'scrollHeight') - ownOf(element, 'clientHeight');
  const { overflowY } = getComputedStyle(documentElementAs('documentElement') as Element);
  if (!/hidden|clip/.test(overflowY) && reach(root) >= 2) return root;
  const shownSize = (element: Element) => {
    const box = ownBox(element);
    const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
    const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return width > 0 && height > 0 ? width * height : 0;
  };
  let found = root;
  let largest = innerWidth * innerHeight * leastScrollerShare;
  for (const tree of deepRoots()) {
    for (const element of ownElements(tree, '*')) {
      if (element === root || reach(element) < 2) continue;
      if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
      const size = shownSize(element);
      if (size >= largest) [found, largest] = [element, size + 1];
    }
  }
  return found;
}
