import { ownElements } from '../../../page/in-page/own-nodes.ts';

/** What holds elements that nothing above it finds. */
export type Tree = Document | ShadowRoot;

type TreeWorld = typeof globalThis & {
  tintypeTrees?: readonly Tree[] | undefined;
  tintypeTreeWatch?: MutationObserver;
};

/** The document, its open shadow trees and those frames that may be read, all the way down; the first 500. Runs in the page. */
export function openTrees(): readonly Tree[] {
  const world = globalThis as TreeWorld;
  if (world.tintypeTrees) return world.tintypeTrees;
  if (!world.tintypeTreeWatch) {
    world.tintypeTreeWatch = new MutationObserver(forgetTrees);
    world.tintypeTreeWatch.observe(document, { subtree: true, childList: true });
    EventTarget.prototype.addEventListener.call(document, 'load', forgetTrees, true);
  }
  const trees: Tree[] = [document];
  const { get: shadowRootOf } =
    Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot') ?? {};
  for (const tree of trees) {
    if (trees.length >= 500) break;
    for (const element of ownElements(tree, '*')) {
      if (trees.length >= 500) break;
      const shadowRoot = shadowRootOf?.call(element) as ShadowRoot | null;
      if (shadowRoot) trees.push(shadowRoot);
      if (element.localName !== 'iframe' && element.localName !== 'frame') continue;
      const inner = frameDocument(element);
      if (inner) trees.push(inner);
    }
  }
  // To walk a large page takes milliseconds.
  world.tintypeTrees = trees;
  // What changes in frames is seen by nobody here; but as long as this code runs, nothing does.
  if (trees.filter(({ nodeType }) => nodeType === 9).length > 1) queueMicrotask(forgetTrees);
  return trees;
}

/** Runs in the page. */
export function forgetTrees(): void {
  (globalThis as TreeWorld).tintypeTrees = undefined;
}

/**
 * A property of a document as the browser has it: a form or an image of that name takes its place otherwise. Runs in the page.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export function ownOf<
  K extends 'body' | 'documentElement' | 'fonts' | 'readyState' | 'scripts' | 'title',
>(owner: Document, name: K): Document[K] {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, name) ?? {};
  return get?.call(owner) as Document[K];
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
  const view = element.ownerDocument.defaultView;
  const [first] = element.getClientRects();
  if (!view || !first) return false;
  const box = unsized ? first : element.getBoundingClientRect();
  if (!unsized && (box.width === 0 || box.height === 0)) return false;
  if (box.bottom < 0 || box.right < 0) return false;
  if (!unsized && (box.bottom === 0 || box.right === 0)) return false;
  if (box.top >= view.innerHeight || box.left >= view.innerWidth) return false;
  return view === window || !view.frameElement || isInView(view.frameElement);
}
