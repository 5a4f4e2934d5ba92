import { deepRoots } from '../../../page/in-page/deep-query.ts';
import {
  isClickable,
  matchesIn,
  matchLimit,
  plainText,
  textOf,
} from '../../../page/in-page/match-selector.ts';
import {
  isVisible,
  ownAttribute,
  ownElements,
  ownShadow,
} from '../../../page/in-page/own-nodes.ts';

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
