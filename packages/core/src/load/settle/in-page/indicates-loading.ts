import { isVisible, ownElements, ownOf } from '../../../page/in-page/own-nodes.ts';
import { isInView, openTrees } from '../../../page/in-page/trees.ts';

/** Returns whether something in view indicates loading, or a table has no rows. */
export function indicatesLoading(): boolean {
  const looks = { opacityProperty: true, visibilityProperty: true };
  const isSeen = (element: Element) => isVisible(element, looks) && isInView(element);
  const marks = ['loading', 'loader', 'spinner', 'skeleton', 'preload'];
  const selector = [
    '[aria-busy="true" i]',
    '[role="progressbar" i]:not([aria-valuenow])',
    ...marks.map((mark) => `[class*="${mark}" i]`),
  ].join();
  // A class of the whole document is a state of its styles, such as `fonts-loading`.
  const marked = openTrees().flatMap((tree) => [...ownElements(tree, selector)]);
  if (marked.some((element) => !/^(?:html|body)$/.test(element.localName) && isSeen(element))) {
    return true;
  }
  // Grids show their head before they begin to load.
  const empty = openTrees().flatMap((tree) => [
    ...ownElements(tree, 'thead ~ tbody:not(:has(tr))'),
  ]);
  if (empty.some(({ parentElement: table }) => table && isSeen(table))) return true;
  const body = ownOf(document, 'body') as HTMLElement | null;
  if (!body) return false;
  const walker = Document.prototype.createTreeWalker.call(document, body, 4);
  for (let left = 1000; left > 0 && walker.nextNode(); left -= 1) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (!parentElement || !/^\s*(?:loading|please wait)\b[^]{0,30}$/i.test(nodeValue ?? ''))
      continue;
    if (isSeen(parentElement)) return true;
  }
  return false;
}
