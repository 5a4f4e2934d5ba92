import { ownBox, ownElements, ownOf, ownParent } from '../../../page/in-page/own-nodes.ts';
import { undoStyle } from '../../../page/in-page/undo.ts';

/**
 * Keeps printing from hanging. Chromium (156) never finishes breaking a list item across pages if
 * it has no height beside its marker and contains an inline element around a block:
 * `<li><a><div></div></a></li>`. As a block, such an element has the same layout, as each block in
 * it ends the line.
 */
export function unwrapEmptyItems(roots: readonly (Document | ShadowRoot)[]): void {
  const inItems = new Set<Element>();
  const unwrapped = new Set<Element>();
  const isEmptyBlock = (node: Node) => {
    if (node instanceof Text) return node.data.trim() === '';
    if (!(node instanceof Element) || unwrapped.has(node)) return true;
    const isInline = /^(?:inline|contents)/.test(getComputedStyle(node).display);
    return !isInline && ownBox(node).height === 0;
  };
  // Anything else in an inline element, such as what is hidden or floats, leaves it in its line.
  const endsLine = (node: Node) => {
    if (unwrapped.has(node as Element)) return true;
    if (!(node instanceof Element)) return false;
    const { display, float, position } = getComputedStyle(node);
    const isBlock = !/^(?:none|inline|contents)/.test(display);
    return isBlock && float === 'none' && !/absolute|fixed/.test(position);
  };
  for (const root of roots) {
    const elements = [...ownElements(root, '*')];
    for (const element of elements) {
      const around = ownParent(element);
      if (!around) continue;
      const isInItem = getComputedStyle(around).display.includes('list-item');
      if (inItems.has(around) || isInItem) inItems.add(element);
    }
    // From the inside out: such elements may be nested.
    for (const element of elements.toReversed()) {
      if (!inItems.has(element) || ownOf(element, 'childElementCount') === 0) continue;
      if (getComputedStyle(element).display !== 'inline') continue;
      const nodes = [...ownOf(element, 'childNodes')];
      if (nodes.every(isEmptyBlock) && nodes.some(endsLine)) unwrapped.add(element);
    }
  }
  for (const element of unwrapped as Set<HTMLElement>) {
    const style = ownOf(element, 'style') as CSSStyleDeclaration | undefined;
    if (!style) continue;
    undoStyle(element);
    style.setProperty('display', 'block', 'important');
  }
}
