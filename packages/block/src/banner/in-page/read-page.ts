/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/*
 * These functions run in the page: they are written out by `toString`, so that they use nothing but each other
 * and what browsers have.
 */

/**
 * Text below a node, through open shadow roots, up to a limit. What an element itself says is hidden does not count; what
 * style sheets hide does: to read that would cost a layout.
 */
export function textOf(root: Node, limit: number): string {
  let text = '';
  let nodes = 0;
  const visit = (node: Node): void => {
    nodes += 1;
    if (text.length > limit || nodes > 3000) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const piece = (node as Text).data.trim();
      if (piece !== '') text += `${piece} `;
      return;
    }
    if (/^(?:style|script|noscript|template|svg)$/i.test(node.nodeName)) return;
    if (node !== root && node instanceof HTMLElement) {
      if (node.hidden || node.style.display === 'none') return;
    }
    const shadow = node instanceof Element ? node.shadowRoot : null;
    if (shadow) for (const child of shadow.childNodes) visit(child);
    for (const child of node.childNodes) visit(child);
  };
  visit(root);
  return text;
}

/** The parent, out of a shadow root as well. */
export function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The topmost element at a point, inside open shadow roots as well. */
export function elementAt(x: number, y: number): Element | null {
  let element = document.elementFromPoint(x, y);
  for (;;) {
    const inner = element?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === element) return element;
    element = inner;
  }
}

/** Whether a person would see it. */
export function isShown(element: Element): boolean {
  const box = element.getBoundingClientRect();
  if (box.width < 1 || box.height < 1) return false;
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

/** Elements that match, through open shadow roots. */
export function deepQuery(root: Element | ShadowRoot, selector: string): HTMLElement[] {
  const found = [...root.querySelectorAll<HTMLElement>(selector)];
  const hosts = [...(root instanceof Element ? [root] : []), ...root.querySelectorAll('*')];
  for (const { shadowRoot } of hosts) {
    if (shadowRoot) found.push(...deepQuery(shadowRoot, selector));
  }
  return found;
}

/** Whether there is an element for one of the selectors: CSS, or XPath after `xpath/`. One that cannot be read matches. */
export function matchesAny(selectors: readonly string[]): boolean {
  return selectors.some((selector) => {
    try {
      if (!selector.startsWith('xpath/')) return document.querySelector(selector) !== null;
      const { BOOLEAN_TYPE } = XPathResult;
      return document.evaluate(selector.slice(6), document, null, BOOLEAN_TYPE).booleanValue;
    } catch {
      return true;
    }
  });
}

/** Id, classes and label of an element, in one string. */
export function namesOf(element: Element): string {
  const { id } = element;
  const classes = element.getAttribute('class') ?? '';
  return `${id} ${classes} ${element.getAttribute('aria-label') ?? ''}`;
}
