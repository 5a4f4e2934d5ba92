import { ownBox, ownElements, ownOf, ownShadow } from '../../../page/in-page/own-nodes.ts';

/** What holds elements that nothing above it finds. */
export type Tree = Document | ShadowRoot;

type TreeWorld = typeof globalThis & {
  tintypeTrees?: readonly Tree[] | undefined;
  tintypeTreeWatch?: MutationObserver;
};

/**
 * The document, its open shadow trees and those frames that may be read, all the way down; the
 * first 500. Runs in the page.
 */
export function openTrees(): readonly Tree[] {
  const world = globalThis as TreeWorld;
  if (world.tintypeTrees) return world.tintypeTrees;
  if (!world.tintypeTreeWatch) {
    world.tintypeTreeWatch = new MutationObserver(forgetTrees);
    world.tintypeTreeWatch.observe(document, { subtree: true, childList: true });
    EventTarget.prototype.addEventListener.call(document, 'load', forgetTrees, true);
  }
  const trees: Tree[] = [document];
  for (const tree of trees) {
    if (trees.length >= 500) break;
    for (const element of ownElements(tree, '*')) {
      if (trees.length >= 500) break;
      const shadowRoot = ownShadow(element);
      if (shadowRoot) trees.push(shadowRoot);
      if (element.localName !== 'iframe' && element.localName !== 'frame') continue;
      const inner = frameDocument(element);
      if (inner) trees.push(inner);
    }
  }
  // To walk a large page takes milliseconds.
  world.tintypeTrees = trees;
  // What changes in frames is seen by nobody here; but as long as this code runs, nothing does.
  if (trees.filter((tree) => ownOf(tree, 'nodeType') === 9).length > 1) queueMicrotask(forgetTrees);
  return trees;
}

/** Runs in the page. */
export function forgetTrees(): void {
  (globalThis as TreeWorld).tintypeTrees = undefined;
}

/** The document of a frame of the same origin. Runs in the page. */
export function frameDocument(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/**
 * Whether an element lies in the window, and so do the frames that it is in. Runs in the page.
 *
 * @param unsized - One without a size counts, as an image that has not come.
 */
export function isInView(element: Element, unsized = false): boolean {
  const view = ownOf(ownOf(element, 'ownerDocument'), 'defaultView');
  const [first] = Element.prototype.getClientRects.call(element);
  if (!view || !first) return false;
  const box = unsized ? first : ownBox(element);
  if (!unsized && (box.width === 0 || box.height === 0)) return false;
  if (box.bottom < 0 || box.right < 0) return false;
  if (!unsized && (box.bottom === 0 || box.right === 0)) return false;
  if (box.top >= view.innerHeight || box.left >= view.innerWidth) return false;
  return view === window || !view.frameElement || isInView(view.frameElement);
}
