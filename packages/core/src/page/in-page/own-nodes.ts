/** No walk up the tree goes further. What is nested as deeply as that is refused elsewhere. */
export const mostAncestors = 3000;

/**
 * What a node says of itself by the browser's own words: fields take the place of the properties of their form
 * (`<input name="parentElement">`), images and frames with a name that of the document's. Runs in the page.
 */
export function ownNodeValue(node: Node, prototype: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(node);
}

/** The element around a node; null at the top of a tree. Runs in the page. */
export function ownParent(node: Node): Element | null {
  return ownNodeValue(node, Node.prototype, 'parentElement') as Element | null;
}

/** The open shadow tree of an element. Runs in the page. */
export function ownShadow(element: Element): ShadowRoot | null {
  return ownNodeValue(element, Element.prototype, 'shadowRoot') as ShadowRoot | null;
}

/** What an element is shown in, also where that lies in a shadow tree. Runs in the page. */
export function aroundElement(element: Element): Element | null {
  const slot = ownNodeValue(element, Element.prototype, 'assignedSlot') as Element | null;
  const root = Node.prototype.getRootNode.call(element) as Partial<ShadowRoot>;
  return slot ?? ownParent(element) ?? root.host ?? null;
}

/** The topmost element at a point, inside open shadow roots as well. Runs in the page. */
export function topmostAt(x: number, y: number): Element | null {
  let hit = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    const inner = hit?.shadowRoot?.elementFromPoint?.(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

/** Every element inside that a selector matches. Runs in the page. */
export function ownElements<E extends Element = HTMLElement>(
  root: Node,
  selector: string,
): NodeListOf<E> {
  // Documents of frames have prototypes of their own, which `instanceof` does not know.
  const type = ownNodeValue(root, Node.prototype, 'nodeType');
  const { prototype } = type === 9 ? Document : type === 1 ? Element : DocumentFragment;
  return prototype.querySelectorAll.call(root, selector) as NodeListOf<E>;
}

/** Runs in the page. */
export function ownBox(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

/** Runs in the page. */
export function ownMatches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** An attribute, of a form as well. Runs in the page. */
export function ownAttribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Runs in the page. */
export function isVisible(element: Element, looks: CheckVisibilityOptions = {}): boolean {
  return Element.prototype.checkVisibility.call(element, looks);
}
