/** Maximum number of ancestors to visit. More deeply nested pages are rejected elsewhere. */
export const maxAncestors = 3000;

/** The browser's own property: fields replace those of forms, named images the document's. */
export function ownOf<N extends Node, Name extends keyof N>(node: N, name: Name): N[Name] {
  // Documents of frames have their own prototypes.
  return Reflect.get(Reflect.getPrototypeOf(node) ?? {}, name, node) as N[Name];
}

export function setOwn<N extends Node, Name extends keyof N>(
  node: N,
  name: Name,
  value: N[Name],
): void {
  Reflect.set(Reflect.getPrototypeOf(node) ?? {}, name, value, node);
}

/** Returns the parent element of a node; null at the top of a tree. */
export function ownParent(node: Node): Element | null {
  return ownOf(node, 'parentElement');
}

/** Returns the open shadow tree of an element. */
export function ownShadow(element: Element): ShadowRoot | null {
  return ownOf(element, 'shadowRoot');
}

/** Returns the element around an element in the layout, across shadow trees. */
export function aroundElement(element: Element): Element | null {
  const slot = ownOf(element, 'assignedSlot');
  const root = ownOf(element, 'getRootNode').call(element);
  return slot ?? ownParent(element) ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Returns the topmost element at a point, including open shadow roots. */
export function topmostAt(x: number, y: number): Element | null {
  let hit = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    const inner = hit && ownShadow(hit)?.elementFromPoint(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

export function ownElements<E extends Element = HTMLElement>(
  root: Node,
  selector: string,
): NodeListOf<E> {
  return ownOf(root as ParentNode, 'querySelectorAll').call(root, selector) as NodeListOf<E>;
}

export function ownBox(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

export function ownMatches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** Returns an attribute, also of a form. */
export function ownAttribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

export function isVisible(element: Element, looks: CheckVisibilityOptions = {}): boolean {
  return Element.prototype.checkVisibility.call(element, looks);
}

/** Scrolls an element without an animation. */
export function scrollOwn(
  element: Element,
  method: 'scrollTo' | 'scrollBy',
  distances: { left?: number; top: number },
): void {
  Reflect.apply(Element.prototype[method], element, [{ ...distances, behavior: 'instant' }]);
}
