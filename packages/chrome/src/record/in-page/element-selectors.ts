/// <reference lib="dom" />
import {
  deepRoots,
  isVisible,
  matchesIn,
  maxAncestors,
  ownAttribute,
  ownElements,
  ownMatches,
  ownOf,
  ownParent,
  plainText,
} from '@tintype/core/in-page';
import { isEditable } from './field-kinds.ts';
import {
  attributeSelectors,
  isGenerated,
  maxRecordedSelector,
  sameSiblings,
  siblingSelector,
} from './stable-names.ts';

/** Maximum length of a text that identifies an element. */
export const maxNamingText = 60;

/** Maximum number of shadow trees in a path of selectors. */
export const maxShadowDepth = 4;

/**
 * Returns paths of selectors, the most stable first, each of which matches this element alone. Paths
 * lead through shadow trees, as the Recorder of DevTools writes them.
 */
export function selectorsOf(element: Element): string[][] {
  const roots = deepRoots();
  const root = ownOf(element, 'getRootNode').call(element);
  const host = root instanceof ShadowRoot ? root.host : undefined;
  const paths: string[][] = [];
  const outer = host && hostPath(host, roots);
  const scope = host ? [root] : roots;
  const text = textSelector(element, roots);
  if (!host || outer) {
    for (const css of namedSelectors(element, scope)) paths.push([...(outer ?? []), css]);
  }
  // A text rarely moves to another element, as a position does.
  if (text !== undefined) paths.push([text]);
  const place = treePath(element, scope);
  if (place !== undefined && (!host || outer)) paths.push([...(outer ?? []), place]);
  const pierced = host && (namedSelectors(element, roots)[0] ?? treePath(element, roots));
  if (pierced !== undefined) paths.push([`pierce/${pierced}`]);
  const xpath = host ? undefined : xpathOf(element, roots);
  if (xpath !== undefined) paths.push([xpath]);
  return paths.filter((path) => path.every(({ length }) => length <= maxRecordedSelector));
}

export function hostPath(host: Element, roots: readonly Node[], depth = 1): string[] | undefined {
  if (depth > maxShadowDepth) return undefined;
  const root = ownOf(host, 'getRootNode').call(host);
  const around = root instanceof ShadowRoot ? hostPath(root.host, roots, depth + 1) : [];
  const scope = root instanceof ShadowRoot ? [root] : roots;
  const own = namedSelectors(host, scope)[0] ?? treePath(host, scope);
  return around && own !== undefined ? [...around, own] : undefined;
}

export function isOnlyMatch(roots: readonly Node[], selector: string, element: Element): boolean {
  try {
    const found = roots.flatMap((root) => matchesIn(root, selector));
    return found.length === 1 && found[0] === element;
  } catch {
    return false;
  }
}

/** Returns at most two selectors by attributes. */
export function namedSelectors(element: Element, roots: readonly Node[]): string[] {
  return attributeSelectors(element)
    .filter((one) => isOnlyMatch(roots, one, element))
    .slice(0, 2);
}

/** Returns the shortest path of tags from the nearest ancestor that a selector names. */
export function treePath(element: Element, roots: readonly Node[]): string | undefined {
  let path = '';
  let left = maxAncestors;
  for (let at: Element | null = element; at && left-- > 0; at = ownParent(at)) {
    if (path !== '') {
      const around = at;
      const anchor = attributeSelectors(around).find((one) => isOnlyMatch(roots, one, around));
      const anchored = `${anchor ?? ''} > ${path}`;
      if (anchor !== undefined && isOnlyMatch(roots, anchored, element)) return anchored;
    }
    path = path === '' ? siblingSelector(at) : `${siblingSelector(at)} > ${path}`;
    if (path.length > maxRecordedSelector) return undefined;
    if (isOnlyMatch(roots, path, element)) return path;
  }
  return undefined;
}

/**
 * Returns a selector by text, if no other visible element has exactly this text. The text of an
 * editor is what a person typed, that of a list its choices.
 */
export function textSelector(element: Element, roots: readonly Node[]): string | undefined {
  const editors = '[contenteditable]:not([contenteditable="false" i]), textarea, select';
  if (isEditable(element) || ownMatches(element, editors)) return undefined;
  if (ownElements(element, editors).length > 0) return undefined;
  const text = plainText(element);
  if (text === '' || text.length > maxNamingText) return undefined;
  const equal = roots
    .flatMap((root) => matchesIn(root, `text/${text}`))
    .filter((one) => plainText(one) === text && isVisible(one, { visibilityProperty: true }));
  const isOwn =
    equal.length > 0 && equal.every((one) => Node.prototype.contains.call(element, one));
  return isOwn ? `text/${text}` : undefined;
}

export function xpathOf(element: Element, roots: readonly Node[]): string | undefined {
  let path = '';
  let left = maxAncestors;
  for (let at: Element | null = element; at && left-- > 0; at = ownParent(at)) {
    const id = ownAttribute(at, 'id') ?? '';
    if (/^[\w-]+$/.test(id) && !isGenerated(id)) {
      const anchored = `xpath///*[@id="${id}"]${path}`;
      if (isOnlyMatch(roots, anchored, element)) return anchored;
    }
    const same = sameSiblings(at);
    path = `/${ownOf(at, 'localName')}${same.length > 1 ? `[${same.indexOf(at) + 1}]` : ''}${path}`;
  }
  const absolute = `xpath/${path}`;
  return isOnlyMatch(roots, absolute, element) ? absolute : undefined;
}
