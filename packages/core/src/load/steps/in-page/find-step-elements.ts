import { deepRoots } from '../../../page/in-page/deep-query.ts';
import {
  isVisible,
  ownAttribute,
  ownElements,
  ownOf,
  ownShadow,
} from '../../../page/in-page/own-nodes.ts';

/** Maximum number of matches of a selector that are examined. */
export const matchLimit = 1000;

/**
 * Returns the best match of a path of selectors: the first visible one, or else the first.
 * @param toClick - True to prefer what can be clicked among matches of a text: a button has the
 *   words of the heading above it.
 */
export function findStepElement(path: readonly string[], toClick: boolean): Element | null {
  const all = matchesOf(path);
  const shown = all.filter((element) => isVisible(element, { visibilityProperty: true }));
  const [first = all[0] ?? null] = shown;
  if (!first || !toClick || !path.at(-1)?.startsWith('text/')) return first;
  const words = plainText(first);
  return shown.find((one) => isClickable(one) && plainText(one) === words) ?? first;
}

/** Elements that can be clicked, by tag or role. */
export const clickables =
  'a, button, label, summary, option, select, input, [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="option"], [role="checkbox"], [role="radio"], [role="switch"]';

export function isClickable(element: Element): boolean {
  return Element.prototype.closest.call(element, clickables) !== null;
}

/** Returns the number of matches, and of those that are visible. */
export function countStepElements(
  path: readonly string[],
  attributes: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, unknown>>,
): { all: number; visible: number } {
  return countOf(matchesOf(path), attributes, properties);
}

/** Returns the number of elements that have these values, and of those that are visible. */
export function countOf(
  elements: readonly Element[],
  attributes: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, unknown>>,
): { all: number; visible: number } {
  const matches = elements.filter(
    (element) =>
      Object.entries(attributes).every(([name, value]) => ownAttribute(element, name) === value) &&
      Object.entries(properties).every(([name, value]) => Reflect.get(element, name) === value),
  );
  const visible = matches.filter((one) => isVisible(one, { visibilityProperty: true })).length;
  return { all: matches.length, visible };
}

/** Returns the matches of a path; all selectors but the first are matched inside shadow trees. */
export function matchesOf(path: readonly string[]): Element[] {
  let found: Element[] = [];
  for (const [at, selector] of path.entries()) {
    const roots: Node[] =
      at === 0 ? deepRoots() : found.map((element) => ownShadow(element) ?? element);
    found = [...new Set(roots.flatMap((root) => matchesIn(root, selector)))].slice(0, matchLimit);
  }
  return found;
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
    if (/^(?:script|style|noscript|template|head|title)$/i.test(element.localName)) return false;
    if (!pattern.test(textOf(element))) return false;
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

/** Returns the text of an element; that of a button of a form is its value. */
export function textOf(element: Element): string {
  if (element instanceof HTMLInputElement) {
    return /^(?:submit|button|reset)$/.test(element.type) ? element.value : '';
  }
  return ownOf(element, 'textContent') ?? '';
}

/** Returns the texts that a reader could click, for the message of a step that found nothing. */
export function clickableTexts(limit: number): string[] {
  const selector =
    'a, button, label, summary, option, [role="button"], [role="link"], [role="tab"], [role="menuitem"], input[type="submit"], input[type="button"]';
  const texts = new Set<string>();
  for (const root of deepRoots()) {
    for (const element of ownElements(root, selector)) {
      if (texts.size >= limit) return [...texts];
      if (!isVisible(element, { visibilityProperty: true })) continue;
      const text = textOf(element).trim().replace(/\s+/g, ' ').slice(0, 60);
      if (text !== '') texts.add(text);
    }
  }
  return [...texts];
}
