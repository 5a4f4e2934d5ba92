import { ownElements, ownOf, ownShadow, setOwn } from './own-nodes.ts';

/** Maximum number of elements that one search for shadow roots checks, in some 20 ms. */
export const deepElementLimit = 200_000;

/** Returns the document and its open shadow roots, each after the root that contains it. */
export function deepRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  let left = deepElementLimit;
  for (const root of roots) {
    for (const element of ownElements(root, '*')) {
      if (left-- === 0) return roots;
      const shadowRoot = ownShadow(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  return roots;
}

/** First match in the document or its open shadow roots, within one root as in a style sheet. */
export function deepFind(selector: string): Element | null {
  const found = Document.prototype.querySelector.call(document, selector);
  if (found) return found;
  for (const root of deepRoots()) {
    const [inside] = ownElements(root, selector);
    if (inside) return inside;
  }
  return null;
}

export function deepHas(selector: string): boolean {
  return deepFind(selector) !== null;
}

/** Hides matches, also later ones. New shadow roots are searched for four times a second. */
export function deepHide(selectors: readonly string[]): void {
  for (const selector of selectors) new DocumentFragment().querySelector(selector);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(selectors.map((each) => `${each}{display:none !important}`).join('\n'));
  const all = selectors.join(',');
  const hide = (root: Document | ShadowRoot) => {
    for (const element of ownElements(root, all)) {
      const style = ownOf(element, 'style') as CSSStyleDeclaration | undefined;
      style?.setProperty('display', 'none', 'important');
    }
  };
  const known = new WeakSet<Document | ShadowRoot>();
  const look = () => {
    for (const root of deepRoots()) {
      const sheets = ownOf(root, 'adoptedStyleSheets');
      if (!sheets.includes(sheet)) setOwn(root, 'adoptedStyleSheets', [...sheets, sheet]);
      if (known.has(root)) continue;
      known.add(root);
      hide(root);
      new MutationObserver((records) => {
        hide(root);
        const isHost = (node: Node) =>
          node instanceof Element && (ownShadow(node) || ownOf(node, 'firstElementChild'));
        if (records.some(({ addedNodes }) => [...addedNodes].some(isHost))) look();
      }).observe(root, { childList: true, subtree: true });
    }
  };
  look();
  setInterval(look, 250);
}

/** Calls {@link deepHide} once per document. */
export function deepHideOnce(selectors: readonly string[]): void {
  const world = globalThis as typeof globalThis & { tintypeHides?: WeakSet<Document> };
  const known = (world.tintypeHides ??= new WeakSet());
  if (known.has(document)) return;
  known.add(document);
  deepHide(selectors);
}
