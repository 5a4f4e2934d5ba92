import { ownBox } from '../../../page/in-page/own-nodes.ts';
import {
  childrenInLayout,
  elementsInside,
  findMarked,
  hasOwnContent,
  isLoose,
  setMark,
} from './mark-world.ts';

/** Least radius of a blur, in CSS pixels: text of 16 px is unreadable. */
export const leastBlurPx = 8;

/** Blurs matches; returns how many each selector has, and whether all were blurred. */
export function blurElements(selectors: readonly string[]): {
  counts: number[];
  isComplete: boolean;
} {
  const { elements, counts, isComplete } = findMarked(selectors);
  if (!isComplete) return { counts, isComplete };
  // It grows: an element without a box passes the blur on.
  const all = new Set(elements.flat());
  const styles: [Element, Record<string, string>][] = [];
  for (const element of all) {
    const { display, filter, visibility } = getComputedStyle(element);
    if (display === 'contents') {
      for (const child of childrenInLayout(element)) all.add(child);
      // Its own text cannot be blurred.
      styles.push([element, { visibility: 'hidden' }]);
    } else {
      const blur = `${filter === 'none' ? '' : `${filter} `}blur(${blurRadius(element)}px)`;
      styles.push([element, { transition: 'none', visibility, filter: blur }]);
    }
  }
  const marked = new Set<Element>();
  for (const [element, style] of styles) setMark(element, style, marked);
  return { counts, isComplete };
}

/** Returns a radius of half the largest letters, or a twentieth of an image. */
export function blurRadius(element: Element): number {
  const texts = isLoose(element) || !hasOwnContent(element) ? elementsInside(element) : [];
  const sizes = [element, ...texts.slice(0, 500)].map(
    (each) => parseFloat(getComputedStyle(each).fontSize) / 2,
  );
  const { width, height } = ownBox(element);
  const ofImage = hasOwnContent(element) ? Math.min(width, height) / 20 : 0;
  return Math.round(sizes.reduce((a, b) => Math.max(a, b), Math.max(leastBlurPx, ofImage)));
}
