/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  isVisible,
  ownAttribute,
  ownBox,
  ownElements,
  ownOf,
  ownShadow,
} from '@tintype/core/in-page';
/*
 * These functions run in the page: they are written out by `toString`, so that they use nothing but each other
 * and what browsers have.
 */

/** Text below a node up to a limit, without hidden elements; style sheets would cost a layout. */
export function textOf(root: Node, limit: number): string {
  let text = '';
  let nodes = 0;
  const visit = (node: Node): void => {
    nodes += 1;
    if (text.length > limit || nodes > 3000) return;
    if (ownOf(node, 'nodeType') === Node.TEXT_NODE) {
      const piece = (node as Text).data.trim();
      if (piece !== '') text += `${piece} `;
      return;
    }
    if (/^(?:style|script|noscript|template|svg)$/i.test(ownOf(node, 'nodeName'))) return;
    if (node !== root && node instanceof HTMLElement) {
      if (ownOf(node, 'hidden') || ownOf(node, 'style').display === 'none') return;
    }
    const shadow = node instanceof Element ? ownShadow(node) : null;
    if (shadow) for (const child of shadow.childNodes) visit(child);
    for (const child of ownOf(node, 'childNodes')) visit(child);
  };
  visit(root);
  return text;
}

/** The parent, out of a shadow root as well. */
export function parentOf(element: Element): Element | null {
  const parent = ownOf(element, 'parentElement');
  if (parent) return parent;
  const root = ownOf(element, 'getRootNode').call(element);
  return root instanceof ShadowRoot ? root.host : null;
}

/** Returns whether a person would see it. */
export function isShown(element: Element): boolean {
  const box = ownBox(element);
  if (box.width < 1 || box.height < 1) return false;
  return isVisible(element, { opacityProperty: true, visibilityProperty: true });
}

/** Elements that match, through open shadow roots. */
export function deepQuery(root: Element | ShadowRoot, selector: string): HTMLElement[] {
  const found = [...ownElements(root, selector)];
  const hosts = [...(root instanceof Element ? [root] : []), ...ownElements(root, '*')];
  for (const host of hosts) {
    const shadowRoot = ownShadow(host);
    if (shadowRoot) found.push(...deepQuery(shadowRoot, selector));
  }
  return found;
}

/** Returns whether an element matches a selector: CSS, XPath after `xpath/`, or unreadable. */
export function matchesAny(selectors: readonly string[]): boolean {
  return selectors.some((selector) => {
    try {
      if (!selector.startsWith('xpath/')) {
        return ownElements(document, selector).length > 0;
      }
      const { BOOLEAN_TYPE } = XPathResult;
      return ownOf(document, 'evaluate').call(
        document,
        selector.slice(6),
        document,
        null,
        BOOLEAN_TYPE,
      ).booleanValue;
    } catch {
      return true;
    }
  });
}

/** Id, classes and label of an element, in one string. */
export function namesOf(element: Element): string {
  const names = ['id', 'class', 'aria-label'].map((name) => ownAttribute(element, name) ?? '');
  return names.join(' ');
}
