import { ownBox, ownElements, ownOf } from './own-nodes.ts';

/** A root whose elements are not found by queries outside it. */
export type Tree = Document | ShadowRoot;

type TreeWorld = typeof globalThis & {
  tintypeTrees?: readonly Tree[] | undefined;
  tintypeTreeWatch?: MutationObserver;
};

/**
 * Selector of elements that may have a shadow tree: leaves out the most frequent of those that may
 * not (https://dom.spec.whatwg.org/#valid-shadow-host-name).
 */
export const hostSelector =
  ':not(a,td,tr,li,img,i,b,path,strong,em,br,svg,script,link,meta,input,button,label,option,ul,th,dt,dd,g,code,sup,sub,small,form,table,title,style,html,head)';

/** Returns the document, its open shadow trees and readable frames; the first 500. */
export function openTrees(): readonly Tree[] {
  const world = globalThis as TreeWorld;
  if (world.tintypeTrees) return world.tintypeTrees;
  if (!world.tintypeTreeWatch) {
    world.tintypeTreeWatch = new MutationObserver(forgetTrees);
    world.tintypeTreeWatch.observe(document, { subtree: true, childList: true });
    EventTarget.prototype.addEventListener.call(document, 'load', forgetTrees, true);
  }
  const trees: Tree[] = [document];
  // The getter itself takes half as long as `ownShadow`.
  const shadowOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot')?.get;
  for (const tree of trees) {
    // Chromium creates a wrapper for each element that a script reads.
    const elements = ownElements(tree, hostSelector);
    for (let at = 0; at < elements.length && trees.length < 500; at += 1) {
      const shadowRoot = shadowOf?.call(elements[at]) as ShadowRoot | null;
      if (shadowRoot) trees.push(shadowRoot);
    }
    for (const frame of ownElements(tree, 'iframe, frame')) {
      const inner = trees.length < 500 && frameDocument(frame);
      if (inner) trees.push(inner);
    }
  }
  // Traversing a large page takes milliseconds.
  world.tintypeTrees = trees;
  // Changes in frames are not observed here; but while this code runs, nothing changes.
  if (trees.filter((tree) => ownOf(tree, 'nodeType') === 9).length > 1) queueMicrotask(forgetTrees);
  return trees;
}

export function forgetTrees(): void {
  (globalThis as TreeWorld).tintypeTrees = undefined;
}

export function frameDocument(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/**
 * Returns whether an element is in the window, and so are the frames that contain it.
 * @param unsized - An element without a size counts, as an image that has not loaded.
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
