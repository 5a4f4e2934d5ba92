/**
 * A property of a node by the browser's own getter. Fields replace properties of their form
 * (`<input name="remove">`), named images and frames those of the document (`<img name="body">`):
 * such a property no longer has its meaning.
 */
export function ownValue(node: Node, prototype: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(node);
}

/** An attribute, of a form as well. */
export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

export function parentOf(node: Node): Element | null {
  return ownValue(node, Node.prototype, 'parentElement') as Element | null;
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return ownValue(element, Element.prototype, 'shadowRoot') as ShadowRoot | null;
}

export function childNodesOf(node: Node): Node[] {
  return Array.from(ownValue(node, Node.prototype, 'childNodes') as NodeList);
}

/** Every descendant that matches. Of shadow trees, only the given one is searched. */
export function findAll(root: ParentNode, selector: string): Element[] {
  const owner =
    root instanceof Document
      ? Document.prototype
      : root instanceof Element
        ? Element.prototype
        : DocumentFragment.prototype;
  return Array.from(owner.querySelectorAll.call(root, selector));
}

export function rootElement(): Element {
  const root = ownValue(document, Document.prototype, 'documentElement') as Element | null;
  return root ?? Document.prototype.createElement.call(document, 'html');
}

/** Returns the displayed root: the body, or the root element (SVG, other XML). */
export function shownRoot(): Element {
  return (ownValue(document, Document.prototype, 'body') as Element | null) ?? rootElement();
}
