import { aroundElement, isVisible, maxAncestors, ownBox } from '../../../page/in-page/own-nodes.ts';
import { findMarked } from './mark-world.ts';

/** Edges of an element, in px of its window. */
export interface VisibleBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface VisibleBoxes {
  boxes: VisibleBox[];
  /** Scroll position of the window. */
  scroll: { x: number; y: number };
  /** The part of the window that a narrow device shows, and its enlargement. */
  view: { x: number; y: number; scale: number };
  /** False if there are more elements than can be searched. */
  isComplete: boolean;
}

/** Returns the boxes of the visible matches, as far as the elements around them show them. */
export function visibleBoxes(selectors: readonly string[]): VisibleBoxes {
  const { elements, isComplete } = findMarked(selectors);
  const looks = { opacityProperty: true, visibilityProperty: true };
  const boxes = isComplete
    ? elements
        .flat()
        .filter((element) => isVisible(element, looks) || isWithoutBox(element))
        .map(shownBox)
        .filter(({ left, top, right, bottom }) => right > left && bottom > top)
    : [];
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {};
  const view = { x: offsetLeft, y: offsetTop, scale };
  return { boxes, scroll: { x: scrollX, y: scrollY }, view, isComplete };
}

export function isWithoutBox(element: Element): boolean {
  return getComputedStyle(element).display === 'contents';
}

/** Returns the box of an element without the parts that are clipped or scrolled out of view. */
export function shownBox(element: Element): VisibleBox {
  const content = new Range();
  content.selectNodeContents(element);
  const { left, top, right, bottom } = isWithoutBox(element)
    ? content.getBoundingClientRect()
    : ownBox(element);
  const box = { left, top, right, bottom };
  let { position } = getComputedStyle(element);
  let remaining = maxAncestors;
  let around = aroundElement(element);
  for (; around && remaining-- > 0; around = aroundElement(around)) {
    // The window clips what the document and a fixed element contain.
    if (position === 'fixed' || !aroundElement(around)) break;
    const style = getComputedStyle(around);
    // An element that is positioned elsewhere is not clipped.
    if (position === 'absolute' && style.position === 'static') continue;
    position = style.position;
    const clip = ownBox(around);
    if (style.overflowX !== 'visible') {
      box.left = Math.max(box.left, clip.left);
      box.right = Math.min(box.right, clip.right);
    }
    if (style.overflowY !== 'visible') {
      box.top = Math.max(box.top, clip.top);
      box.bottom = Math.min(box.bottom, clip.bottom);
    }
  }
  return box;
}
