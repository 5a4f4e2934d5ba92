import { deepFind } from '../../../page/in-page/deep-query.ts';
import { aroundElement, maxAncestors, ownOf, topmostAt } from '../../../page/in-page/own-nodes.ts';

/** Returns whether an element is another one, or its descendant, across shadow trees. */
export function isWithin(element: Element | null, other: Element): boolean {
  let left = maxAncestors;
  for (let at = element; at && left-- > 0; at = aroundElement(at)) if (at === other) return true;
  return false;
}

/** Returns whether a point of the document shows an element. */
export function isHitAt(element: Element, x: number, y: number): boolean {
  const hit = topmostAt(x, y);
  return hit !== null && (isWithin(hit, element) || isWithin(element, hit));
}

/** Returns the first box of an element that has a size: a link over two lines has two. */
export function firstBox(element: Element): DOMRect | undefined {
  const boxes = [...Element.prototype.getClientRects.call(element)];
  return boxes.find(({ width, height }) => width > 0 && height > 0);
}

/** Scrolls an element into view and returns its centre, if it has a box. */
export function middleOf(element: Element): { x: number; y: number } | undefined {
  Element.prototype.scrollIntoView.call(element, {
    block: 'center',
    inline: 'center',
    behavior: 'instant',
  });
  const box = firstBox(element);
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** A point to click, or `clicked` if a script clicked; null if there is no such element. */
export function clickTarget(selector: string): { x: number; y: number } | 'clicked' | null {
  const element = deepFind(selector);
  if (!element) return null;
  const middle = middleOf(element);
  if (middle && isHitAt(element, middle.x, middle.y)) return middle;
  ownOf(element as HTMLElement, 'click').call(element as HTMLElement);
  return 'clicked';
}

/** Scrolls an element into view, and returns whether its centre shows it. */
export function showsMiddle(element: Element): boolean {
  const middle = middleOf(element);
  return middle !== undefined && isHitAt(element, middle.x, middle.y);
}

/** Returns whether a point shows a frame. */
export function isFrameAt(x: number, y: number): boolean {
  return /^(?:i?frame|object|embed|fencedframe)$/i.test(topmostAt(x, y)?.localName ?? '');
}

export function scrollWindowToTop(): void {
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
}
