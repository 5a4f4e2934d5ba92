import { ownOf } from '@tintype/core/in-page';

export function childNodesOf(node: Node): Node[] {
  return Array.from(ownOf(node, 'childNodes'));
}

export function rootElement(): Element {
  return (
    ownOf(document, 'documentElement') ?? Document.prototype.createElement.call(document, 'html')
  );
}

/** Returns the displayed root: the body, or the root element (SVG, other XML). */
export function shownRoot(): Element {
  return ownOf(document, 'body') ?? rootElement();
}
