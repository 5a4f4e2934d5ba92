import { ownElements, ownMatches, ownOf } from './own-nodes.ts';

/** Maximum number of matches of a selector that are examined. */
export const matchLimit = 1000;

/** Elements that can be clicked, by tag or role. */
export const clickables =
  'a, button, label, summary, option, select, input, [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="option"], [role="checkbox"], [role="radio"], [role="switch"]';

/** Elements whose text is not on the page. */
export const unreadElements = 'script, style, noscript, template, head, title';

export function isClickable(element: Element): boolean {
  return Element.prototype.closest.call(element, clickables) !== null;
}

/** Returns the matches of one selector below a node, in document order. */
export function matchesIn(root: Node, selector: string): Element[] {
  const [, engine = 'css', rest = selector] = /^(text|xpath|pierce)\/(.*)$/s.exec(selector) ?? [];
  if (engine === 'text') return textMatches(root, rest);
  if (engine !== 'xpath') return [...ownElements<Element>(root, rest)].slice(0, matchLimit);
  const expression = root.nodeType === 9 ? rest : rest.replace(/^\/+/, './/');
  const result = Document.prototype.evaluate.call(document, expression, root, null, 7, null);
  const length = Math.min(result.snapshotLength, matchLimit);
  const nodes = Array.from({ length }, (_, at) => result.snapshotItem(at));
  return nodes.filter((node) => node instanceof Element);
}

/** Returns the innermost elements that contain a text: those equal to it first. */
export function textMatches(root: Node, text: string): Element[] {
  const wanted = text.trim().replace(/\s+/g, ' ');
  const words = wanted.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(words.join('\\s+'), 'i');
  const found: Element[] = [];
  const visit = (element: Element): boolean => {
    if (found.length >= matchLimit) return false;
    if (ownMatches(element, unreadElements) || !pattern.test(textOf(element))) return false;
    let isInside = false;
    for (const child of ownOf(element, 'children')) isInside = visit(child) || isInside;
    if (!isInside) found.push(element);
    return true;
  };
  for (const child of ownOf(root as ParentNode & Node, 'children')) visit(child);
  const isEqual = (element: Element) => plainText(element) === wanted;
  return [...found.filter(isEqual), ...found.filter((element) => !isEqual(element))];
}

/** Returns the text of an element in one line. */
export function plainText(element: Element): string {
  return textOf(element).trim().replace(/\s+/g, ' ');
}

/** Returns the text of an element without scripts; that of a button of a form is its value. */
export function textOf(element: Element): string {
  if (element instanceof HTMLInputElement) {
    return /^(?:submit|button|reset)$/.test(element.type) ? element.value : '';
  }
  if (ownElements(element, unreadElements).length === 0) return ownOf(element, 'textContent') ?? '';
  const { SHOW_ELEMENT, SHOW_TEXT, FILTER_ACCEPT, FILTER_REJECT, FILTER_SKIP } = NodeFilter;
  const shown = SHOW_ELEMENT | SHOW_TEXT;
  const walker = Document.prototype.createTreeWalker.call(document, element, shown, (node) => {
    if (!(node instanceof Element)) return FILTER_ACCEPT;
    return ownMatches(node, unreadElements) ? FILTER_REJECT : FILTER_SKIP;
  });
  let text = '';
  while (walker.nextNode()) text += (walker.currentNode as Text).data;
  return text;
}
