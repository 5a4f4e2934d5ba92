import { deepElementLimit, deepRoots } from '../../../page/in-page/deep-query.ts';
import { ownElements, ownOf, ownShadow } from '../../../page/in-page/own-nodes.ts';
import { styleBefore } from '../../../page/in-page/undo.ts';

/** Maximum number of elements that a parameter marks in one document. */
export const maxMarked = 1000;

type MarkWorld = typeof globalThis & { tintypeMarks?: (() => void)[] | undefined };

/**
 * Registers the undo of a mark. Not with `onUndo`: a capture that makes a frame taller starts
 * another list of changes in it.
 */
export function onUnmark(undo: () => void): void {
  ((globalThis as MarkWorld).tintypeMarks ??= []).push(undo);
}

/** Removes all marks from the document, the last first. */
export function unmark(): void {
  const world = globalThis as MarkWorld;
  const { tintypeMarks: marks = [] } = world;
  world.tintypeMarks = undefined;
  if (marks.length === 0) return;
  const animations = () => ownOf(document, 'getAnimations').call(document);
  const before = new Set(animations());
  for (const undo of marks.toReversed()) undo();
  // Transitions back to the former styles are finished immediately.
  for (const animation of animations()) {
    if (animation instanceof CSSTransition && !before.has(animation)) animation.finish();
  }
}

export interface Matches {
  /** For each selector, the elements that no earlier selector matches. */
  elements: Element[][];
  /** For each selector, the number of all matches. */
  counts: number[];
  /** False if there are more elements than can be searched or marked. */
  isComplete: boolean;
}

/** Finds elements in the document and its open shadow roots. */
export function findMarked(selectors: readonly string[]): Matches {
  const roots = deepRoots();
  let searched = 0;
  for (const root of roots) searched += ownElements(root, '*').length;
  const known = new Set<Element>();
  const counts: number[] = [];
  const elements = selectors.map((selector) => {
    const all = roots.flatMap((root) => [...ownElements(root, selector)]);
    counts.push(all.length);
    const fresh = all.filter((element) => !known.has(element));
    for (const element of fresh) known.add(element);
    return fresh;
  });
  const isComplete = searched <= deepElementLimit && known.size <= maxMarked;
  return { elements, counts, isComplete };
}

/** Counts matches without marking them. */
export function countMarked(selectors: readonly string[]): Pick<Matches, 'counts'> {
  return { counts: findMarked(selectors).counts };
}

/** Returns the elements directly inside an element in the layout. */
export function childrenInLayout(element: Element): Element[] {
  const slotted =
    element instanceof HTMLSlotElement ? element.assignedElements({ flatten: true }) : [];
  return [...slotted, ...ownOf(ownShadow(element) ?? element, 'children')];
}

/** Returns all elements inside an element, including open shadow trees. */
export function elementsInside(element: Element): Element[] {
  const found: Element[] = [];
  const roots: Node[] = [element];
  const outer = ownShadow(element);
  if (outer) roots.push(outer);
  for (const root of roots) {
    for (const each of ownElements<Element>(root, '*')) {
      found.push(each);
      const inner = ownShadow(each);
      if (inner) roots.push(inner);
    }
  }
  return found;
}

/** Sets styles that the page cannot override; returns false for an element without styles. */
export function setMark(
  element: Element,
  styles: Readonly<Record<string, string>>,
  marked: Set<Element>,
): boolean {
  const style = ownOf(element as HTMLElement, 'style') as CSSStyleDeclaration | undefined;
  if (!style) return false;
  if (!marked.has(element)) onUnmark(styleBefore(element));
  marked.add(element);
  for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  return true;
}

/** Returns true for elements whose content is not in the document's tree, as images. */
export function hasOwnContent(element: Element): boolean {
  return Element.prototype.matches.call(
    element,
    'img,video,canvas,iframe,frame,embed,object,input,textarea,select,button,meter,progress,audio,svg,fencedframe',
  );
}

/** Returns true for a part of an SVG drawing, which has no box of its own. */
export function isInDrawing(element: Element): boolean {
  return element instanceof SVGElement && ownOf(element, 'ownerSVGElement') !== null;
}

/** Returns true if the content of an element need not be inside its box. */
export function isLoose(element: Element): boolean {
  if (hasOwnContent(element) || isInDrawing(element)) return false;
  return /^(?:inline|contents|ruby|table-(?:row|header|footer))/.test(
    getComputedStyle(element).display.replace(/^inline-.*/, 'box'),
  );
}
