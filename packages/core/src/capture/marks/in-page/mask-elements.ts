import { ownMatches, ownOf, ownShadow } from '../../../page/in-page/own-nodes.ts';
import { deepRoots } from '../../../page/in-page/deep-query.ts';
import {
  childrenInLayout,
  elementsInside,
  findMarked,
  isInDrawing,
  isLoose,
  onUnmark,
  setMark,
} from './mark-world.ts';

type MaskWorld = typeof globalThis & { tintypeMask?: (() => Masked) | undefined };

export interface Masked {
  /** Number of matches of each selector. */
  counts: number[];
  /** False if there are more elements than can be searched or marked. */
  isComplete: boolean;
  /** True if an element is not masked, or was not until now. */
  isOpposed: boolean;
}

/** #808080: without contrast, each colour is a grey between 127 and 128. */
export const maskFilter = 'contrast(0) brightness(1.004)';

/** Changes of a page after which it is taken to remove the masks each time. */
export const maxMaskChanges = 2000;

/**
 * Makes a box of each match: grey background, grey content, clipped to its edges. The marks are part
 * of the elements, so they follow them in a larger window or on paper. Elements that come or change
 * until {@link unmark} are masked before they are painted.
 * @param isPaper - A PDF contains links and alternative texts of everything that is visible: no
 *   exception is made for the focused element.
 */
export function maskElements(selectors: readonly string[], isPaper: boolean): Masked {
  const marked = new Set<Element>();
  const watched = new WeakSet<Node>();
  let watch: MutationObserver | undefined;
  let changes = 0;
  const apply = (): Masked => {
    const { elements, counts, isComplete } = findMarked(selectors);
    const isDefeated = changes >= maxMaskChanges;
    const isOpposed =
      isDefeated || (isComplete && !coverElements(elements.flat(), isPaper, marked));
    for (const root of watch ? deepRoots() : []) {
      if (watched.has(root)) continue;
      watched.add(root);
      watch?.observe(root, { childList: true, subtree: true, attributes: true });
    }
    watch?.takeRecords();
    return { counts, isComplete, isOpposed };
  };
  const first = apply();
  if (!first.isComplete || first.isOpposed) return first;
  watch = new MutationObserver(() => {
    if (changes++ < maxMaskChanges) apply();
  });
  onUnmark(() => {
    watch?.disconnect();
    delete (globalThis as MaskWorld).tintypeMask;
  });
  (globalThis as MaskWorld).tintypeMask = () => {
    const { size } = marked;
    const again = apply();
    // A match that no change of the document has announced, as in a new shadow root.
    return { ...again, isOpposed: again.isOpposed || marked.size > size };
  };
  return apply();
}

/** Checks that all matches were masked; undefined if this document has not been masked. */
export function maskAgain(): Masked | undefined {
  return (globalThis as MaskWorld).tintypeMask?.();
}

/** Covers elements; returns whether the styles apply. Reads and writes styles in turns. */
export function coverElements(
  elements: readonly Element[],
  isPaper: boolean,
  marked: Set<Element>,
): boolean {
  const covers = new Map<Element, Record<string, string>>();
  const hidden = new Set<Element>();
  // It grows: the boxes of a link around blocks are those of the blocks.
  const all = new Set(elements);
  for (const element of all) {
    // A tick box without its appearance would move its line.
    const isTick = ownMatches(element, 'input:is([type=checkbox],[type=radio])');
    if (isTick || isInDrawing(element)) hidden.add(element);
    else {
      covers.set(element, coverOf(element));
      const isBox = !isLoose(element);
      for (const inner of isBox ? elementsInside(element) : []) hidden.add(inner);
      for (const child of isBox ? [] : childrenInLayout(element)) all.add(child);
    }
  }
  const hiding = { transition: 'none', visibility: 'hidden' };
  // An element loses the focus if it is not visible; its events are not the page's.
  const unseen = { transition: 'none', opacity: '0', visibility: 'visible' };
  const focused = isPaper ? null : focusedElement();
  let isSet = true;
  for (const [element, styles] of covers) {
    if (!setMark(element, styles, marked)) isSet = false;
  }
  for (const element of hidden) {
    if (!setMark(element, element === focused ? unseen : hiding, marked)) isSet = false;
  }
  return (
    isSet &&
    [...covers.keys()].every((element) => {
      const { filter, backgroundColor } = getComputedStyle(element);
      return filter === maskFilter && backgroundColor === 'rgb(128, 128, 128)';
    }) &&
    [...hidden].every((element) => {
      const { opacity, visibility } = getComputedStyle(element);
      return visibility === 'hidden' || opacity === '0';
    })
  );
}

/** Returns the focused element, also in open shadow roots. */
export function focusedElement(): Element | null {
  let focused = ownOf(document, 'activeElement');
  for (;;) {
    const inner = focused && ownShadow(focused)?.activeElement;
    if (!inner) return focused;
    focused = inner;
  }
}

/** Returns the styles that make a box of an element. */
export function coverOf(element: Element): Record<string, string> {
  const { display, opacity, visibility, width, height } = getComputedStyle(element);
  // The browser draws these, and their shape shows the value: they become plain boxes.
  const isDrawn = ownMatches(element, 'input[type=range],meter,progress');
  return {
    transition: 'none',
    filter: maskFilter,
    'clip-path': isLoose(element) ? 'none' : 'inset(0)',
    background: '#808080',
    'border-color': '#808080',
    'border-image': 'none',
    'border-radius': '0',
    'box-shadow': 'none',
    'backdrop-filter': 'none',
    mask: 'none',
    'mix-blend-mode': 'normal',
    'text-shadow': 'none',
    '-webkit-text-fill-color': 'transparent',
    '-webkit-text-stroke': '0',
    'text-decoration-color': 'transparent',
    'text-emphasis-color': 'transparent',
    'print-color-adjust': 'exact',
    'forced-color-adjust': 'none',
    ...(isDrawn && { appearance: 'none', width, height }),
    // Text without a box cannot be covered, and a PDF contains transparent text.
    visibility: display === 'contents' ? 'hidden' : visibility,
    // An invisible element stays so.
    ...(opacity !== '0' && { opacity: '1' }),
  };
}
