import { documentElementAs, findScroller } from '../../../page/in-page/find-scroller.ts';
import {
  aroundElement,
  maxAncestors,
  ownBox,
  ownOf,
  scrollOwn,
} from '../../../page/in-page/own-nodes.ts';
import { onUndo, styleBefore, undoScroll } from '../../../page/in-page/undo.ts';
import { twoFrames } from '../../../page/in-page/page-waits.ts';

/**
 * Lets an element and its ancestors grow: to a height, or to the height of its content. Returns
 * whether the document has grown to nine tenths of the element's content; if not, it is restored.
 * The window keeps its size, so that `100vh` stays the same.
 */
export function growElement(grown: Element, wanted: number, height: string): boolean {
  const undo: (() => void)[] = [];
  const set = (element: Element, name: string, value: string) => {
    ownOf(element as HTMLElement, 'style').setProperty(name, value, 'important');
  };
  const [root, body] = [ownOf(document, 'documentElement'), ownOf(document, 'body')];
  let left = maxAncestors;
  let element: Element | null = grown;
  for (; element && left-- > 0; element = aroundElement(element)) {
    const { position, minHeight } = getComputedStyle(element);
    const now = ownBox(element).height;
    undo.push(styleBefore(element));
    // At least as tall as before: an element beside the content may be taller.
    set(element, 'min-height', element === grown ? minHeight : `${now}px`);
    set(element, 'height', element === grown ? height : 'auto');
    set(element, 'max-height', 'none');
    set(element, 'overflow', 'visible');
    set(element, 'contain', 'none');
    if (position === 'fixed') set(element, 'position', 'absolute');
    if (position === 'fixed' || position === 'absolute') set(element, 'bottom', 'auto');
    if (element !== body && element !== root) {
      set(element, 'flex-shrink', '0');
    }
  }
  const grew = root.scrollHeight >= Math.floor(wanted * 0.9);
  const restore = () => {
    for (const back of undo.toReversed()) back();
  };
  if (grew) onUndo(restore);
  else restore();
  return grew;
}

/** Grows the scrolling part of a document that does not scroll; returns whether there is one. */
export async function growScroller(): Promise<boolean> {
  const scroller = findScroller();
  if (!scroller || scroller === documentElementAs('scrollingElement')) return false;
  if (scroller === documentElementAs('documentElement')) return false;
  undoScroll(scroller);
  scrollOwn(scroller, 'scrollTo', { top: 0 });
  const grew = growElement(scroller, ownOf(scroller, 'scrollHeight'), 'auto');
  await twoFrames();
  return grew;
}
