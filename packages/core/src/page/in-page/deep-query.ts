import { ownElements, ownOf, ownShadow, setOwn } from './own-nodes.ts';

/**
 * The most elements that one search for shadow roots looks at. A page of 200,000 elements takes it
 * some 20 ms.
 */
export const deepElementLimit = 200_000;

/**
 * The document and its open shadow roots, each after the one it hangs in. Closed ones are known to
 * their makers alone. Runs in the page.
 */
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

/**
 * The first element that a selector matches: in the document, or else in its open shadow roots, in
 * their order. A selector has to match within one of them, as in a style sheet. Runs in the page.
 */
export function deepFind(selector: string): Element | null {
  const found = Document.prototype.querySelector.call(document, selector);
  if (found) return found;
  for (const root of deepRoots()) {
    const [inside] = ownElements(root, selector);
    if (inside) return inside;
  }
  return null;
}

/** Whether {@link deepFind} finds one. Runs in the page. */
export function deepHas(selector: string): boolean {
  return deepFind(selector) !== null;
}

/**
 * Hides what selectors match, in the document and its open shadow roots, and what comes later. A
 * shadow root that is made on an element that stands already changes nothing that could be watched,
 * so there is a look four times a second, too. Runs in the page.
 */
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

/** The same once for each document. Runs in the page. */
export function deepHideOnce(selectors: readonly string[]): void {
  const world = globalThis as typeof globalThis & { tintypeHides?: WeakSet<Document> };
  const known = (world.tintypeHides ??= new WeakSet());
  if (known.has(document)) return;
  known.add(document);
  deepHide(selectors);
}
